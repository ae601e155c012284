import { may, PERMISSIONS, type Permission } from '@trailmark/contract/permissions';
import { type Access, isForMachines } from '@trailmark/contract/route';
import { z } from 'zod';
import type { Db } from '../db/connection.ts';
import { refuseWhileFrozen } from '../db/project-db.ts';
import { AppError, badField } from '../platform/app-error.ts';
import type { Membership, Person } from './caller.ts';
import { findCampaignOfLink, findMembership } from './membership.ts';

/** The parts of a request in which a route may name its project. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** One spelling: limits and comparisons go by it. */
const IdValue = z.uuid().toLowerCase();

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
  const parsed = IdValue.safeParse(value);
  if (!parsed.success) throw badField('project_id', 'is not a project id');
  return parsed.data;
}

/** Whether the request is about a campaign that this guest may change, or a link of one. */
async function isSharedForEditing(
  db: Db,
  { projectId, shared }: Membership,
  named: { field: 'campaign_id' | 'link_id'; value: unknown },
): Promise<boolean> {
  const id = IdValue.safeParse(named.value);
  const editable = shared.filter(({ access }) => access === 'edit').map(({ campaignId }) => campaignId);
  if (!id.success || editable.length === 0) return false;
  const campaignId = named.field === 'link_id' ? await findCampaignOfLink(db, projectId, id.data) : id.data;
  return campaignId !== null && editable.includes(campaignId);
}

function refuse(permission: Permission): AppError {
  const { what, roles } = PERMISSIONS[permission];
  const needed = roles.length === 1 ? roles[0] : `one of ${roles.join(', ')}`;
  return new AppError('forbidden', `${what}: this needs the role ${needed}. An owner or admin can give it.`);
}

export type Authorization =
  | { kind: 'public'; person: Person | null }
  | { kind: 'signed_in'; person: Person }
  | { kind: 'project'; person: Person; membership: Membership };

type ProjectAccess = Extract<Access, { kind: 'project' }>;

async function isLetThrough(
  db: Db,
  access: ProjectAccess,
  { person, membership, raw }: { person: Person; membership: Membership; raw: RawInput },
): Promise<boolean> {
  if (may(membership.role, access.permission)) return true;
  if (access.orSelf !== undefined && given(raw, access.orSelf) === person.userId) return true;
  const field = access.orShared;
  if (field === undefined) return false;
  return await isSharedForEditing(db, membership, { field, value: given(raw, field) });
}

async function getMembership(
  db: Db,
  access: ProjectAccess,
  { person, projectId }: { person: Person; projectId: string },
): Promise<Membership> {
  await refuseWhileFrozen(db, projectId);
  const found = await findMembership(db, person.userId, projectId);
  if (!found || (found.isDeleted && !access.alsoDeleted)) {
    throw new AppError('not_found', 'We couldn’t find this project.');
  }
  return found.membership;
}

/** What is known of a caller before the body is read; a membership where the address names the project. */
export interface Caller {
  person: Person | null;
  membership: Membership | null;
}

/**
 * Refuses as much as the address alone allows, so that strangers cannot make us read a body. What depends on a field
 * of the body is left to `authorize`.
 */
export async function identify(
  db: Db,
  access: Access,
  { person, ...address }: { person: Person | null; params: unknown; query: unknown },
): Promise<Caller> {
  if (access.kind === 'public') return { person, membership: null };
  if (isForMachines(access)) {
    throw new Error('Apps and servers use calls of their own.');
  }
  if (!person) throw new AppError('not_signed_in', 'Please sign in.');
  const raw = { ...address, body: null };
  if (access.kind === 'signed_in' || given(raw, 'project_id') === undefined) {
    return { person, membership: null };
  }
  const membership = await getMembership(db, access, { person, projectId: projectIdOf(raw) });
  const dependsOnBody = access.orSelf !== undefined || access.orShared !== undefined;
  if (!dependsOnBody && !may(membership.role, access.permission)) throw refuse(access.permission);
  return { person, membership };
}

/** Lets a request through or refuses it. Another project's data does not exist for the caller. */
export async function authorize(
  db: Db,
  access: Access,
  { caller, raw }: { caller: Caller; raw: RawInput },
): Promise<Authorization> {
  const { person } = caller;
  if (access.kind === 'public') return { kind: 'public', person };
  if (isForMachines(access) || !person) {
    throw new Error('The caller was not identified.');
  }
  if (access.kind === 'signed_in') return { kind: 'signed_in', person };
  const projectId = projectIdOf(raw);
  const membership = caller.membership ?? (await getMembership(db, access, { person, projectId }));
  if (!(await isLetThrough(db, access, { person, membership, raw }))) throw refuse(access.permission);
  return { kind: 'project', person, membership };
}
