import type { Member } from '@trailmark/contract/members';
import { may } from '@trailmark/contract/permissions';

const NAMED_AT_MOST = 3;

/** The people who can change a member's role, by name where they have one; owners first. */
export function roleManagers(members: readonly Member[]): string[] {
  const owners = members.filter(({ role }) => role === 'owner');
  const others = members.filter(({ role }) => role !== 'owner' && may(role, 'members.edit'));
  return [...owners, ...others]
    .slice(0, NAMED_AT_MOST)
    .map(({ first_name, last_name, email }) => [first_name, last_name].filter(Boolean).join(' ') || email);
}
