import type { Invite, Member } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import type { InviteRow, MemberRow } from './store.ts';

export function presentMember(row: MemberRow): Member {
  return {
    user_id: row.user_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role as Role,
    joined_at: row.joined_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/** The inviter as the invited person knows them: by name where there is one. */
export function inviterOf(row: InviteRow): string {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ');
  return name || (row.inviter_email ?? 'A member');
}

export function presentInvite(row: InviteRow, now: Date): Invite {
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    invited_by: inviterOf(row),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
  };
}
