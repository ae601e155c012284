import type { Member } from '@trailmark/contract/members';

type MemberRole = Pick<Member, 'user_id' | 'role'>;

/** Whether a member is the only owner, who can be neither removed nor demoted. */
export function isLastOwner(members: readonly MemberRole[], userId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.user_id === userId;
}
