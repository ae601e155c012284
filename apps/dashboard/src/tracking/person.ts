import type { User } from '@trailmark/contract/users';
import { personName } from '../words/person-name.ts';

/** What the analytics and messaging tools are told about the signed-in person. */
export interface Person {
  id: string;
  name: string;
  email: string;
  company: string | null;
}

export function personOf(user: User): Person {
  return { id: user.id, name: personName(user), email: user.email, company: user.company };
}
