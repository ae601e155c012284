import {
  acceptInvite as acceptInviteRoute,
  inviteMembers as inviteMembersRoute,
  listInvites,
  listMembers,
  removeMember as removeMemberRoute,
  resendInvite as resendInviteRoute,
  revokeInvite as revokeInviteRoute,
  updateRole,
} from '@trailmark/contract/members';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type HandledRoute, onProject, onPublic } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import { acceptInvite } from './accept-invite.ts';
import { changeRole, removeMember } from './change-member.ts';
import { inviteMembers } from './invite-members.ts';
import { resendInvite, revokeInvite } from './manage-invite.ts';
import { presentInvite, presentMember } from './present.ts';
import { listInviteRows, listMemberRows } from './store.ts';

interface Within {
  person: Person;
  membership: Membership;
  client: ClientInfo;
}

/** Who acts, in which project, with which role. */
function acting({ person, membership, client }: Within) {
  return { projectId: membership.projectId, actor: actorOf(person, client), actorRole: membership.role };
}

export const routes: HandledRoute[] = [
  onProject(listMembers, async ({ kit, membership }) =>
    (await listMemberRows(kit.db, membership.projectId)).map(presentMember),
  ),

  onProject(inviteMembersRoute, (context) =>
    inviteMembers(context.kit, { ...acting(context), emails: context.body.emails, role: context.body.role }),
  ),

  onProject(listInvites, async ({ kit, membership }) => {
    const rows = await listInviteRows(kit.db, membership.projectId);
    return rows.map((row) => presentInvite(row, kit.clock.now()));
  }),

  onProject(resendInviteRoute, (context) =>
    resendInvite(context.kit, { ...acting(context), inviteId: context.body.invite_id }),
  ),

  onProject(revokeInviteRoute, async (context) => {
    await revokeInvite(context.kit, { ...acting(context), inviteId: context.query.invite_id });
    return { revoked: true };
  }),

  onPublic(acceptInviteRoute, ({ kit, body, person, client }) =>
    acceptInvite(kit, { token: body.token, inviteId: body.invite_id, confirm: body.confirm, person, client }),
  ),

  onProject(removeMemberRoute, async (context) => {
    await removeMember(context.kit, { ...acting(context), userId: context.query.user_id });
    return { removed: true };
  }),

  onProject(updateRole, async (context) => {
    const { kit, body, membership } = context;
    await changeRole(kit, { ...acting(context), userId: body.user_id }, body.role);
    const rows = await listMemberRows(kit.db, membership.projectId);
    const row = rows.find((member) => member.user_id === body.user_id);
    if (!row) throw new AppError('not_found', 'We couldn’t find this member.');
    return presentMember(row);
  }),
];
