import type { AdPartKind } from '@trailmark/contract/ad-parts';
import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { AdParts } from '../../db/schema.ts';
import type { LinkRow } from './link-store.ts';

/** An ad set or a creative of a project. */
export interface PartKey {
  kind: AdPartKind;
  name: string;
}

/** All of its links, also those of archived campaigns. */
export async function lockLinksOfPart(
  tx: Tx,
  projectId: string,
  { kind, name }: PartKey,
): Promise<LinkRow[]> {
  return await tx
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(kind, '=', name)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** What is kept of an ad set or a creative, locked; it begins with nothing. */
export async function lockPart(
  tx: Tx,
  now: Date,
  { projectId, kind, name }: PartKey & { projectId: string },
) {
  await tx
    .insertInto('ad_parts')
    .values({ project_id: projectId, kind, name, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx
    .selectFrom('ad_parts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updatePartRow(
  tx: Tx,
  { projectId, kind, name }: PartKey & { projectId: string },
  columns: Updateable<AdParts>,
): Promise<void> {
  await tx
    .updateTable('ad_parts')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
}

/** Which ad sets and creatives of these links are archived, locked in one order. */
export async function lockArchivedParts(
  tx: Tx,
  projectId: string,
  links: readonly Pick<LinkRow, AdPartKind>[],
): Promise<PartKey[]> {
  const named = (kind: AdPartKind) => links.flatMap((link) => link[kind] ?? []);
  const rows = await tx
    .selectFrom('ad_parts')
    .select(['kind', 'name'])
    .where('project_id', '=', projectId)
    .where('archived_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'ad_set'), eb('name', '=', eb.fn.any(eb.val(named('ad_set'))))]),
        eb.and([eb('kind', '=', 'creative'), eb('name', '=', eb.fn.any(eb.val(named('creative'))))]),
      ]),
    )
    .orderBy(sql`kind collate "C"`)
    .orderBy(sql`name collate "C"`)
    .forUpdate()
    .execute();
  return rows.map(({ kind, name }) => ({ kind: kind as AdPartKind, name }));
}
