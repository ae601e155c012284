import type { AuditAction } from '@trailmark/contract/audit-log';
import { may } from '@trailmark/contract/permissions';
import { MAX_VIEWS, type ViewQuery, type ViewScreen } from '@trailmark/contract/saved-views';
import type { Actor, Membership } from '../../access/caller.ts';
import { viewExistsFor } from '../../access/view-exists-for.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { violatedConstraint } from '../../db/violated-constraint.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { mayChangeView } from './present.ts';
import { findViewRow, type ViewRow } from './store.ts';

interface Acting {
  membership: Membership;
  actor: Actor;
}

export interface NewView {
  name: string;
  screen: ViewScreen;
  query: ViewQuery;
  columns: string[] | null;
  shared: boolean;
}

export interface ViewChange {
  viewId: string;
  name?: string | undefined;
  query?: ViewQuery | undefined;
  columns?: string[] | null | undefined;
  shared?: boolean | undefined;
}

export const noView = () => new AppError('not_found', 'We couldn’t find this view.');

function requireMayShare({ membership }: Acting): void {
  if (may(membership.role, 'views.share')) return;
  throw new AppError(
    'forbidden',
    'Share saved views with the project: this needs one of owner, admin, member. An owner or admin can give it.',
  );
}

function nameTaken(): AppError {
  return new AppError('conflict', 'Another view of yours has this name.', { name: 'is taken' });
}

/** A name that the person has given to another view is refused by the index. */
function orNameTaken(error: unknown): never {
  throw violatedConstraint(error) === 'saved_views_name' ? nameTaken() : error;
}

/** What is only a person's own is not noted. */
async function note(
  tx: Tx,
  at: Date,
  change: Acting & { action: AuditAction; name: string; screen: string; before?: string },
): Promise<void> {
  const { membership, actor, action, name, screen, before } = change;
  const after = action === 'view.deleted' ? null : { name, screen };
  await recordChange(tx, at, {
    projectId: membership.projectId,
    actor,
    action,
    target: name,
    before: before === undefined && after ? null : { name: before ?? name, screen },
    after,
  });
}

/** Saves a view; gives its id. */
export async function createView(kit: Kit, acting: Acting, view: NewView): Promise<string> {
  if (view.shared) requireMayShare(acting);
  const now = kit.clock.now();
  const { projectId } = acting.membership;
  const ownerId = acting.actor.userId;
  const viewId = newId(now);
  await kit.db.transaction().execute(async (tx) => {
    // The row of the member is the lock: a person's views are counted one after the other.
    await tx
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', projectId)
      .where('user_id', '=', ownerId)
      .forUpdate()
      .execute();
    const { count } = await tx
      .selectFrom('saved_views')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('project_id', '=', projectId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_VIEWS) {
      throw new AppError('conflict', `You have ${MAX_VIEWS} views in this project. Delete one first.`);
    }
    await tx
      .insertInto('saved_views')
      .values({
        project_id: projectId,
        view_id: viewId,
        owner_id: ownerId,
        name: view.name,
        screen: view.screen,
        query: JSON.stringify(view.query),
        columns: view.columns && JSON.stringify(view.columns),
        shared: view.shared,
        created_at: now,
        updated_at: now,
      })
      .execute()
      .catch(orNameTaken);
    if (view.shared) await note(tx, now, { ...acting, ...view, action: 'view.shared' });
  });
  return viewId;
}

/** The view to change, locked; refuses what the person may not touch. */
async function lockView(tx: Tx, { membership, actor }: Acting, viewId: string): Promise<ViewRow> {
  const { projectId } = membership;
  await tx
    .selectFrom('saved_views')
    .select('view_id')
    .where('project_id', '=', projectId)
    .where('view_id', '=', viewId)
    .forUpdate()
    .execute();
  const viewer = { userId: actor.userId, membership };
  const row = await findViewRow(tx, projectId, { viewId, userId: actor.userId });
  if (!row || !viewExistsFor(row, viewer)) throw noView();
  if (mayChangeView(row, viewer)) return row;
  throw new AppError('forbidden', 'Only the person who saved a view, an owner or an admin can change it.');
}

function actionOf(row: ViewRow, shared: boolean): AuditAction | null {
  if (shared !== row.shared) return shared ? 'view.shared' : 'view.unshared';
  return shared ? 'view.changed' : null;
}

export async function updateView(kit: Kit, acting: Acting, change: ViewChange): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockView(tx, acting, change.viewId);
    const { name = row.name, shared = row.shared, query, columns } = change;
    if (shared && !row.shared) requireMayShare(acting);
    await tx
      .updateTable('saved_views')
      .set({
        name,
        shared,
        updated_at: now,
        ...(query ? { query: JSON.stringify(query) } : {}),
        ...(columns === undefined ? {} : { columns: columns && JSON.stringify(columns) }),
      })
      .where('project_id', '=', acting.membership.projectId)
      .where('view_id', '=', row.view_id)
      .execute()
      .catch(orNameTaken);
    const action = actionOf(row, shared);
    if (action) await note(tx, now, { ...acting, action, name, screen: row.screen, before: row.name });
  });
}

export async function deleteView(kit: Kit, acting: Acting, viewId: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockView(tx, acting, viewId);
    await tx
      .deleteFrom('saved_views')
      .where('project_id', '=', acting.membership.projectId)
      .where('view_id', '=', row.view_id)
      .execute();
    if (row.shared) await note(tx, now, { ...acting, ...row, action: 'view.deleted' });
  });
}
