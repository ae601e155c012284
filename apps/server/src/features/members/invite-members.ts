import type { InviteResult } from '@trailmark/contract/members';
import { assignableRoles, type Role } from '@trailmark/contract/permissions';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { mailLater } from '../../jobs/send-mail.ts';
import { AppError } from '../../platform/app-error.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { spendInvites } from './invite-limits.ts';
import { INVITE_DAYS, inviteMail } from './invite-mail.ts';
import { findInvite, type InviteRow, listMemberRows } from './store.ts';

interface Invitation {
  projectId: string;
  emails: string[];
  role: Role;
  actor: Actor;
  actorRole: Role;
}

export function checkAssignable(actorRole: Role, role: Role): void {
  if (assignableRoles(actorRole).includes(role)) return;
  throw new AppError('forbidden', 'Only an owner can make someone an owner.');
}

/** Puts the accept link into the mail; the token itself is stored nowhere in clear. */
export async function mailInvite(kit: Kit, tx: Tx, { invite, token }: { invite: InviteRow; token: string }) {
  const text = inviteMail({
    projectName: invite.project_name,
    role: invite.role as Role,
    inviterName: [invite.first_name, invite.last_name].filter(Boolean).join(' '),
    inviterEmail: invite.inviter_email,
    url: `${kit.publicUrl}/invite#token=${token}`,
  });
  await mailLater(tx, kit, { to: invite.email, text });
}

type OneInvitation = Pick<Invitation, 'projectId' | 'role' | 'actor'>;

async function inviteOne(
  kit: Kit,
  tx: Tx,
  { invitation, email }: { invitation: OneInvitation; email: string },
) {
  const now = kit.clock.now();
  const { projectId, role, actor } = invitation;
  const token = newToken();
  // One that ran out would otherwise stand in the way of the new one.
  await tx
    .updateTable('project_invites')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
  const row = await tx
    .insertInto('project_invites')
    .values({
      id: newId(now),
      project_id: projectId,
      email,
      role,
      token_hash: hashToken(token),
      invited_by: actor.userId,
      sent_at: now,
      expires_at: later(now, INVITE_DAYS * DAY_MS),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const invite = row && (await findInvite(tx, projectId, row.id));
  if (!invite) return false;
  await mailInvite(kit, tx, { invite, token });
  await recordChange(tx, now, { projectId, actor, action: 'member.invited', target: email, after: { role } });
  return true;
}

/** Invites each address once; who is a member or already invited is reported, not refused. */
export async function inviteMembers(kit: Kit, invitation: Invitation): Promise<InviteResult[]> {
  checkAssignable(invitation.actorRole, invitation.role);
  const emails = [...new Set(invitation.emails)];
  await spendInvites(kit, kit.db, { ...invitation, times: emails.length });
  return await kit.db.transaction().execute(async (tx) => {
    const members = new Set((await listMemberRows(tx, invitation.projectId)).map((member) => member.email));
    const outcomes = new Map<string, InviteResult['outcome']>();
    // In one order for everybody: two who invite the same people would otherwise wait for each other.
    for (const email of emails.toSorted()) {
      const isMember = members.has(email);
      const invited = !isMember && (await inviteOne(kit, tx, { invitation, email }));
      outcomes.set(email, isMember ? 'already_member' : invited ? 'invited' : 'already_invited');
    }
    return emails.map((email) => ({ email, outcome: outcomes.get(email) ?? 'already_invited' }));
  });
}

/** Invites somebody with whom a campaign is being shared; a waiting invite of the same address is left as it is. */
export async function inviteGuest(
  kit: Kit,
  tx: Tx,
  { projectId, email, actor }: { projectId: string; email: string; actor: Actor },
): Promise<void> {
  await spendInvites(kit, tx, { projectId, actor });
  await inviteOne(kit, tx, { invitation: { projectId, role: 'guest', actor }, email });
}
