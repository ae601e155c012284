import type { User } from '@trailmark/contract/users';
import { personName } from '../words/person-name.ts';

/** What analytics and messaging receive about the signed-in person. */
export interface TrackedPerson {
  id: string;
  name: string;
  email: string;
  company: string | null;
}

export function personOf(user: User): TrackedPerson {
  return { id: user.id, name: personName(user), email: user.email, company: user.company };
}
