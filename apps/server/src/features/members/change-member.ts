import { mayChangeMember, type Role } from '@trailmark/contract/permissions';
import { announceAccess } from '../../access/access-changes.ts';
import type { Actor } from '../../access/caller.ts';
import { endShares } from '../../access/shares.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { checkAssignable } from './invite-members.ts';
import { lockMembers } from './store.ts';

interface Target {
  projectId: string;
  userId: string;
  actor: Actor;
}

/** The member to change, locked; refuses what the actor may not touch and what would leave no owner. */
async function lockTarget(tx: Tx, target: Target, staysOwner: boolean) {
  const members = await lockMembers(tx, target.projectId);
  const member = members.find((one) => one.user_id === target.userId);
  const actor = members.find((one) => one.user_id === target.actor.userId);
  if (!member || !actor) throw new AppError('not_found', 'We couldn’t find this member.');
  const isSelf = member === actor;
  // The role that the actor has under the lock: somebody may have changed it a moment ago.
  const actorRole = actor.role as Role;
  if (!isSelf && !mayChangeMember(actorRole, member.role as Role)) {
    throw new AppError('forbidden', 'Only an owner can change or remove an owner.');
  }
  const owners = members.filter((one) => one.role === 'owner');
  if (member.role === 'owner' && owners.length === 1 && !staysOwner) {
    throw new AppError('last_owner', 'A project needs at least one owner. Make someone else an owner first.');
  }
  return { member, actorRole };
}

export async function changeRole(kit: Kit, target: Target, role: Role): Promise<void> {
  const now = kit.clock.now();
  const { projectId, userId, actor } = target;
  await kit.db.transaction().execute(async (tx) => {
    const { member, actorRole } = await lockTarget(tx, target, role === 'owner');
    if (member.role === role) return;
    checkAssignable(actorRole, role);
    await tx
      .updateTable('project_members')
      .set({ role })
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    // They see every campaign now; a member who becomes a guest again begins with none.
    if (member.role === 'guest') await endShares(tx, projectId, member.email);
    await announceAccess(tx, { projectId });
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'member.role_changed',
      target: member.email,
      before: { role: member.role },
      after: { role },
    });
  });
}

export async function removeMember(kit: Kit, target: Target): Promise<void> {
  const now = kit.clock.now();
  const { projectId, userId, actor } = target;
  await kit.db.transaction().execute(async (tx) => {
    const { member } = await lockTarget(tx, target, false);
    await tx
      .deleteFrom('project_members')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    await tx
      .deleteFrom('dashboard_preferences')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    await tx
      .deleteFrom('scheduled_report_recipients')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    await tx
      .deleteFrom('alert_recipients')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    // What they shared stays with the project.
    await tx
      .deleteFrom('saved_views')
      .where('project_id', '=', projectId)
      .where('owner_id', '=', userId)
      .where('shared', '=', false)
      .execute();
    await endShares(tx, projectId, member.email);
    await announceAccess(tx, { projectId });
    const action = userId === actor.userId ? 'member.left' : 'member.removed';
    await recordChange(tx, now, {
      projectId,
      actor,
      action,
      target: member.email,
      before: { role: member.role },
    });
  });
}
