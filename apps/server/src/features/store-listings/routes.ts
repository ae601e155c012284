import {
  createStoreListing,
  deleteStoreListing,
  listStoreListings,
  type StoreListing,
  type StorePlatform,
  updateStoreListing,
} from '@trailmark/contract/store-listings';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { createListing, deleteListing, noListing, updateListing } from './change-store-listing.ts';
import { findListingRow, type ListingRow, listListingRows } from './store.ts';

function presentListing(row: ListingRow): StoreListing {
  return {
    id: row.id,
    name: row.name,
    platform: row.platform as StorePlatform,
    url: row.url,
    app_id: row.app_id,
    campaigns_count: Number(row.campaigns_count),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function acting(context: { person: Person; membership: Membership; client: ClientInfo }) {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

async function getListing(kit: Kit, projectId: string, id: string) {
  const row = await findListingRow(kit.db, projectId, id);
  if (!row) throw noListing();
  return presentListing(row);
}

export const routes: HandledRoute[] = [
  onProject(listStoreListings, async ({ kit, membership }) =>
    (await listListingRows(kit.db, membership.projectId)).map(presentListing),
  ),

  onProject(createStoreListing, async (context) => {
    const { kit, membership, body } = context;
    return await getListing(kit, membership.projectId, await createListing(kit, acting(context), body));
  }),

  onProject(updateStoreListing, async (context) => {
    const { kit, membership, body } = context;
    await updateListing(kit, acting(context), body);
    return await getListing(kit, membership.projectId, body.id);
  }),

  onProject(deleteStoreListing, async (context) => {
    await deleteListing(context.kit, acting(context), context.query.id);
    return { deleted: true };
  }),
];
