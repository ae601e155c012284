import type { User } from '@trailmark/contract/users';

/** How a person is called: by name, or by address where there is none yet. */
export function personName(user: Pick<User, 'first_name' | 'last_name' | 'email'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email;
}
