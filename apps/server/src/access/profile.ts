import type { Role } from '@trailmark/contract/permissions';
import type { PendingInvite, ProjectMembership, User, UserRole } from '@trailmark/contract/users';
import type { Db } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { isOperator } from './operator.ts';
import { mayCreateProjects } from './project-creation.ts';

async function listMemberships(db: Db, userId: string): Promise<ProjectMembership[]> {
  const rows = await db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.project_id', 'm.project_id')
    .select(['p.project_id', 'p.name', 'p.platform', 'm.role', 'm.joined_at'])
    .where('m.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('p.project_id')
    .execute();
  return rows.map((row) => ({
    project_id: row.project_id,
    name: row.name,
    platform: row.platform as ProjectMembership['platform'],
    role: row.role as Role,
    joined_at: row.joined_at.toISOString(),
  }));
}

async function listPendingInvites(db: Db, email: string, now: Date): Promise<PendingInvite[]> {
  const rows = await db
    .selectFrom('project_invites as i')
    .innerJoin('projects as p', 'p.project_id', 'i.project_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'p.name', 'i.role', 'u.email as inviter', 'i.expires_at'])
    .where('i.email', '=', email)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .orderBy('i.created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    project_name: row.name,
    role: row.role as Role,
    invited_by: row.inviter ?? '',
    expires_at: row.expires_at.toISOString(),
  }));
}

/** The owner of a local installation starts without an address of their own. */
export function awaitsAddress(user: { is_local_owner: boolean; email: string }): boolean {
  return user.is_local_owner && user.email.endsWith('@localhost');
}

/** A person as the dashboard knows them: their fields, their projects and the invites that wait for them. */
export async function loadProfile(kit: Kit, userId: string): Promise<User> {
  const { db, clock } = kit;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) throw new AppError('not_found', 'We couldn’t find this person.');
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    company: user.company,
    role: user.role as UserRole | null,
    analytics_opt_out: user.analytics_opt_out,
    is_local_owner: awaitsAddress(user),
    is_operator: await isOperator(kit, { userId: user.id, email: user.email }),
    may_create_projects: await mayCreateProjects(kit, { userId: user.id, email: user.email }),
    created_at: user.created_at.toISOString(),
    project_members: await listMemberships(db, userId),
    invites: await listPendingInvites(db, user.email, clock.now()),
  };
}
