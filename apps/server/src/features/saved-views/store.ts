import type { Db, Tx } from '../../db/connection.ts';

function views(db: Db | Tx, projectId: string) {
  return db
    .selectFrom('saved_views as v')
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'v.project_id').onRef('m.user_id', '=', 'v.owner_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'v.view_id',
      'v.owner_id',
      'v.name',
      'v.screen',
      'v.query',
      'v.columns',
      'v.shared',
      'v.updated_at',
    ])
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .where('v.project_id', '=', projectId);
}

/** A person's own views and the shared ones. */
export async function listViewRows(db: Db, projectId: string, userId: string) {
  return await views(db, projectId)
    .where((eb) => eb.or([eb('v.owner_id', '=', userId), eb('v.shared', '=', true)]))
    .orderBy((eb) => eb.fn('lower', ['v.name']))
    .orderBy('v.view_id')
    .execute();
}

export type ViewRow = Awaited<ReturnType<typeof listViewRows>>[number];

/** A view that exists for a person: their own, or a shared one. */
export async function findViewRow(
  db: Db | Tx,
  projectId: string,
  { viewId, userId }: { viewId: string; userId: string },
): Promise<ViewRow | undefined> {
  return await views(db, projectId)
    .where('v.view_id', '=', viewId)
    .where((eb) => eb.or([eb('v.owner_id', '=', userId), eb('v.shared', '=', true)]))
    .executeTakeFirst();
}
