import type { Invite } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import type { Actor } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { endShares } from '../../access/shares.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { spendInvites } from './invite-limits.ts';
import { INVITE_DAYS } from './invite-mail.ts';
import { checkAssignable, mailInvite } from './invite-members.ts';
import { presentInvite } from './present.ts';
import { findInvite, type InviteRow, listMemberRows } from './store.ts';

const RESENDS_A_DAY = 10;

interface OneInvite {
  projectId: string;
  inviteId: string;
  actor: Actor;
  actorRole: Role;
}

async function getInvite(tx: Tx, { projectId, inviteId, actorRole }: OneInvite): Promise<InviteRow> {
  const invite = await findInvite(tx, projectId, inviteId);
  if (!invite) throw new AppError('not_found', 'We couldn’t find this invite.');
  checkAssignable(actorRole, invite.role as Role);
  return invite;
}

/** Sends an invite again with a new link; the older link is void. */
export async function resendInvite(kit: Kit, one: OneInvite): Promise<Invite> {
  const now = kit.clock.now();
  await spend(kit.db, now, [{ bucket: `invite-resend:${one.inviteId}`, max: RESENDS_A_DAY, perMs: DAY_MS }]);
  await spendInvites(kit, kit.db, one);
  return await kit.db.transaction().execute(async (tx) => {
    const invite = await getInvite(tx, one);
    const token = newToken();
    const change = {
      token_hash: hashToken(token),
      sent_at: now,
      expires_at: later(now, INVITE_DAYS * DAY_MS),
    };
    await tx
      .updateTable('project_invites')
      .set(change)
      .where('project_id', '=', one.projectId)
      .where('id', '=', one.inviteId)
      .execute();
    await mailInvite(kit, tx, { invite, token });
    const { projectId, actor } = one;
    await recordChange(tx, now, { projectId, actor, action: 'invite.resent', target: invite.email });
    return presentInvite({ ...invite, ...change }, now);
  });
}

/** Takes an invite back; its link is void. */
export async function revokeInvite(kit: Kit, one: OneInvite): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const invite = await getInvite(tx, one);
    await tx
      .updateTable('project_invites')
      .set({ revoked_at: now })
      .where('project_id', '=', one.projectId)
      .where('id', '=', one.inviteId)
      .execute();
    const members = await listMemberRows(tx, one.projectId);
    const isMember = members.some((member) => member.email === invite.email);
    if (!isMember) await endShares(tx, one.projectId, invite.email);
    const { projectId, actor } = one;
    const before = { role: invite.role };
    await recordChange(tx, now, { projectId, actor, action: 'invite.revoked', target: invite.email, before });
  });
}
