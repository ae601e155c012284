import {
  createStoreListing,
  deleteStoreListing,
  listStoreListings,
  updateStoreListing,
} from '@trailmark/contract/store-listings';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { createListing, deleteListing, noListing, updateListing } from './change-store-listing.ts';
import { presentListing } from './present.ts';
import { findListingRow, listListingRows } from './store.ts';

function acting(context: { person: Person; membership: Membership; client: ClientInfo }) {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

async function getListing(kit: Kit, projectId: string, id: string) {
  const row = await findListingRow(kit.db, projectId, id);
  if (!row) throw noListing();
  return presentListing(row);
}

export const routes: Handled[] = [
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
