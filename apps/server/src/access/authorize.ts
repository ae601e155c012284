import { may, PERMISSIONS, type Permission } from '@trailmark/contract/permissions';
import type { Access } from '@trailmark/contract/route';
import { z } from 'zod';
import type { Db } from '../db/connection.ts';
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

export type Granted =
  | { kind: 'public'; person: Person | null }
  | { kind: 'signed_in'; person: Person }
  | { kind: 'project'; person: Person; membership: Membership };

async function isLetThrough(
  db: Db,
  access: Extract<Access, { kind: 'project' }>,
  { person, membership, raw }: { person: Person; membership: Membership; raw: RawInput },
): Promise<boolean> {
  if (may(membership.role, access.permission)) return true;
  if (access.orSelf !== undefined && given(raw, access.orSelf) === person.userId) return true;
  const field = access.orShared;
  if (field === undefined) return false;
  return await isSharedForEditing(db, membership, { field, value: given(raw, field) });
}

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

  const found = await findMembership(db, person.userId, projectIdOf(raw));
  if (!found || (found.isDeleted && !access.alsoDeleted)) {
    throw new AppError('not_found', 'There is no such project.');
  }
  const { membership } = found;
  if (!(await isLetThrough(db, access, { person, membership, raw }))) throw refuse(access.permission);
  return { kind: 'project', person, membership };
}
