import { may, PERMISSIONS, type Permission, type Role } from '@trailmark/contract/permissions';
import type { Access } from '@trailmark/contract/route';
import { z } from 'zod';
import type { Db } from '../db/connection.ts';
import { AppError, badField } from '../platform/app-error.ts';
import type { Membership, Person } from './caller.ts';

/** The parts of a request in which a route may name its project. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

const ProjectIdValue = z.uuid();

/** A field counts only when one part names it: otherwise what is checked and what is done could differ. */
function given(raw: RawInput, name: string): unknown {
  const parts = [raw.params, raw.query, raw.body].filter(
    (part): part is Record<string, unknown> =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name),
  );
  if (parts.length > 1) throw badField(name, 'is given twice');
  return parts[0]?.[name];
}

function projectIdOf(raw: RawInput): string {
  const value = given(raw, 'project_id');
  if (value === undefined || value === '') throw badField('project_id', 'is required');
  const parsed = ProjectIdValue.safeParse(value);
  if (!parsed.success) throw badField('project_id', 'is not a project id');
  // One spelling: limits and comparisons go by it.
  return parsed.data.toLowerCase();
}

async function findMembership(db: Db, userId: string, projectId: string) {
  return await db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.project_id', 'project_members.project_id')
    .select(['project_members.role', 'projects.deleted_at'])
    .where('project_members.project_id', '=', projectId)
    .where('project_members.user_id', '=', userId)
    .executeTakeFirst();
}

function refuse(permission: Permission): AppError {
  const { what, roles } = PERMISSIONS[permission];
  const needed = roles.length === 1 ? roles[0] : `one of ${roles.join(', ')}`;
  return new AppError('forbidden', `${what}: this needs the role ${needed}. An owner or admin can give it.`);
}

export type Granted =
  | { kind: 'public'; person: Person | null }
  | { kind: 'signed_in'; person: Person }
  | { kind: 'project'; person: Person; membership: Membership };

/** Lets a request through or refuses it. Another project's data does not exist for the caller. */
export async function authorize(
  db: Db,
  access: Access,
  { person, raw }: { person: Person | null; raw: RawInput },
): Promise<Granted> {
  if (access.kind === 'public') return { kind: 'public', person };
  if (access.kind === 'sdk' || access.kind === 'private_key') {
    throw new Error('Calls of apps and servers have doors of their own.');
  }
  if (!person) throw new AppError('not_signed_in', 'Please sign in.');
  if (access.kind === 'signed_in') return { kind: 'signed_in', person };

  const projectId = projectIdOf(raw);
  const found = await findMembership(db, person.userId, projectId);
  if (!found || (found.deleted_at && !access.alsoDeleted)) {
    throw new AppError('not_found', 'There is no such project.');
  }
  const role = found.role as Role;
  const isSelf = access.orSelf !== undefined && given(raw, access.orSelf) === person.userId;
  if (!may(role, access.permission) && !isSelf) throw refuse(access.permission);
  return { kind: 'project', person, membership: { projectId, role } };
}
