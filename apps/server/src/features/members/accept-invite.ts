import type { acceptInvite as acceptInviteRoute } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import type { SignedIn } from '@trailmark/contract/sign-in';
import type { z } from 'zod';
import type { ClientInfo, Person } from '../../access/caller.ts';
import { enter } from '../../access/enter.ts';
import { loadProfile } from '../../access/profile.ts';
import { spend } from '../../access/rate-limit.ts';
import { openSession } from '../../access/session.ts';
import { endShares } from '../../access/shares.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { networkOf } from '../../http/client-info.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { inviterOf } from './present.ts';
import { findOpenInvite, type InviteRow } from './store.ts';

type Answer = z.output<(typeof acceptInviteRoute)['response']>;

interface Acceptance {
  token?: string | undefined;
  inviteId?: string | undefined;
  confirm: boolean;
  person: Person | null;
  client: ClientInfo;
}

async function findInviteOf(kit: Kit, { token, inviteId, person, client }: Acceptance): Promise<InviteRow> {
  const now = kit.clock.now();
  await spend(kit.db, now, [
    { bucket: `invite-accept:ip:${networkOf(client.ip)}`, max: 30, perMs: MINUTE_MS },
  ]);
  if (inviteId && !person) throw new AppError('not_signed_in', 'Please sign in.');
  const by = inviteId ? { id: inviteId } : { tokenHash: hashToken(token ?? '') };
  const invite = await findOpenInvite(kit.db, by, now);
  const isMine = invite?.email === person?.email;
  // An id alone proves nothing: somebody else's invite does not exist.
  if (!invite || (inviteId && !isMine)) {
    throw new AppError(
      'link_invalid',
      'This invite is no longer valid: it was used, revoked or has expired.',
    );
  }
  return invite;
}

async function join(kit: Kit, tx: Tx, join: { invite: InviteRow; userId: string; client: ClientInfo }) {
  const now = kit.clock.now();
  const { invite, userId, client } = join;
  const taken = await tx
    .updateTable('project_invites')
    .set({ accepted_at: now })
    .where('project_id', '=', invite.project_id)
    .where('id', '=', invite.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new AppError('conflict', 'This invite was answered a moment ago.');
  const joined = await tx
    .insertInto('project_members')
    .values({ project_id: invite.project_id, user_id: userId, role: invite.role, joined_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  // What waited for a guest is shared with them now; everybody else sees every campaign.
  if (joined && invite.role !== 'guest') await endShares(tx, invite.project_id, invite.email);
  await recordChange(tx, now, {
    projectId: invite.project_id,
    actor: { userId, email: invite.email, client },
    action: 'member.joined',
    target: invite.email,
    after: { role: invite.role },
  });
}

/** The link proves the address, so it may make an account; into an existing one it never signs anybody in. */
async function joinAsNewPerson(kit: Kit, invite: InviteRow, client: ClientInfo): Promise<SignedIn> {
  const now = kit.clock.now();
  const opened = await kit.db.transaction().execute(async (tx) => {
    const { userId, isNew } = await enter(kit, tx, { email: invite.email });
    if (!isNew) throw new AppError('not_signed_in', `Please sign in as ${invite.email} to accept.`);
    await join(kit, tx, { invite, userId, client });
    return { userId, token: await openSession(tx, now, { userId, method: 'invite', client }) };
  });
  return { token: opened.token, user: await loadProfile(kit, opened.userId), return_to: null };
}

async function hasAccount(kit: Kit, email: string): Promise<boolean> {
  const row = await kit.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** Shows an invite or, when confirmed, joins its project. */
export async function acceptInvite(kit: Kit, acceptance: Acceptance): Promise<Answer> {
  const { person, client, confirm } = acceptance;
  const invite = await findInviteOf(kit, acceptance);
  const isMe = person?.email === invite.email;
  if (!confirm) {
    return {
      status: 'pending',
      email: invite.email,
      project_name: invite.project_name,
      role: invite.role as Role,
      invited_by: inviterOf(invite),
      has_account: await hasAccount(kit, invite.email),
      is_me: isMe,
    };
  }
  if (person && !isMe) {
    throw new AppError(
      'conflict',
      `This invite is for ${invite.email}. Sign out first, then open the link again.`,
    );
  }
  if (!person) {
    const session = await joinAsNewPerson(kit, invite, client);
    return { status: 'accepted', project_id: invite.project_id, session };
  }
  await kit.db.transaction().execute((tx) => join(kit, tx, { invite, userId: person.userId, client }));
  return { status: 'accepted', project_id: invite.project_id, session: null };
}
