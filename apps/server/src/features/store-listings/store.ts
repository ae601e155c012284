import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

function listings(db: Db | Tx, projectId: string) {
  return db
    .selectFrom('store_listings as s')
    .selectAll('s')
    .select((eb) =>
      eb
        .selectFrom('campaigns as c')
        .where('c.project_id', '=', projectId)
        .where((or) =>
          or.or([
            or('c.ios_store_listing_id', '=', or.ref('s.id')),
            or('c.android_store_listing_id', '=', or.ref('s.id')),
          ]),
        )
        .select(sql<number>`count(*)`.as('count'))
        .as('campaigns_count'),
    )
    .where('s.project_id', '=', projectId);
}

export async function listListingRows(db: Db, projectId: string) {
  return await listings(db, projectId).orderBy('s.name').orderBy('s.id').execute();
}

export type ListingRow = Awaited<ReturnType<typeof listListingRows>>[number];

export async function findListingRow(db: Db | Tx, projectId: string, id: string): Promise<ListingRow | null> {
  return (await listings(db, projectId).where('s.id', '=', id).executeTakeFirst()) ?? null;
}

/** The listing, locked: no campaign can take it meanwhile. */
export async function lockListing(tx: Tx, projectId: string, id: string) {
  return await tx
    .selectFrom('store_listings')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function countListings(tx: Tx, projectId: string): Promise<number> {
  const row = await tx
    .selectFrom('store_listings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Two people who add the last one at the same moment wait for each other. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await tx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forNoKeyUpdate()
    .execute();
}
