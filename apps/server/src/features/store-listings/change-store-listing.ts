import {
  appIdOf,
  MAX_STORE_LISTINGS,
  STORE_URL_PROBLEM,
  type StorePlatform,
} from '@trailmark/contract/store-listings';
import type { Actor } from '../../access/caller.ts';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { settleSkanApps } from '../../networks/skan-apps.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { countListings, findListingRow, lockListing, lockProject } from './store.ts';

/** Who changes something, and in which project. */
interface Acting {
  projectId: string;
  actor: Actor;
}

export function noListing(): AppError {
  return new AppError('not_found', 'We couldn’t find this store listing.');
}

function requireAppId(platform: StorePlatform, url: string): string {
  const appId = appIdOf(platform, url);
  if (appId === null) throw badField('url', STORE_URL_PROBLEM[platform]);
  return appId;
}

/** Adds a page in a store; gives its id. */
export async function createListing(
  kit: Kit,
  { projectId, actor }: Acting,
  listing: { name: string; platform: StorePlatform; url: string },
): Promise<string> {
  const now = kit.clock.now();
  const { name, platform, url } = listing;
  const id = newId(now);
  const app_id = requireAppId(platform, url);
  await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    if ((await countListings(tx, projectId)) >= MAX_STORE_LISTINGS) {
      throw new AppError('conflict', `A project has at most ${MAX_STORE_LISTINGS} store listings.`);
    }
    const times = { created_at: now, updated_at: now };
    await tx
      .insertInto('store_listings')
      .values({ project_id: projectId, id, name, platform, url, app_id, ...times })
      .execute();
    if (platform === 'IOS') await settleSkanApps(tx, [app_id]);
    const after = { platform, url };
    await recordChange(tx, now, { projectId, actor, action: 'store_listing.created', target: name, after });
    await announce(tx, { kind: 'links', projectId });
  });
  return id;
}

/** Changes the name or the address; a change of nothing is not a change. */
export async function updateListing(
  kit: Kit,
  { projectId, actor }: Acting,
  change: { id: string; name?: string | undefined; url?: string | undefined },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockListing(tx, projectId, change.id);
    if (!row) throw noListing();
    const next: AuditValues = {};
    if (change.name !== undefined) next.name = change.name;
    if (change.url !== undefined) {
      next.app_id = requireAppId(row.platform as StorePlatform, change.url);
      next.url = change.url;
    }
    const diff = differences({ name: row.name, url: row.url, app_id: row.app_id }, next);
    if (!diff) return;
    await tx
      .updateTable('store_listings')
      .set({ ...diff.after, updated_at: now })
      .where('project_id', '=', projectId)
      .where('id', '=', row.id)
      .execute();
    const appId = diff.after.app_id;
    if (row.platform === 'IOS' && appId) await settleSkanApps(tx, [row.app_id, String(appId)]);
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'store_listing.updated',
      target: row.name,
      ...diff,
    });
    await announce(tx, { kind: 'links', projectId });
  });
}

/** Removes a page in a store that no campaign leads to. */
export async function deleteListing(kit: Kit, { projectId, actor }: Acting, id: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    await lockListing(tx, projectId, id);
    const row = await findListingRow(tx, projectId, id);
    if (!row) throw noListing();
    const count = Number(row.campaigns_count);
    if (count > 0) {
      const who = count === 1 ? 'A campaign leads' : `${count} campaigns lead`;
      throw new AppError('conflict', `${who} to this store listing. Choose another there first.`);
    }
    await tx.deleteFrom('store_listings').where('project_id', '=', projectId).where('id', '=', id).execute();
    if (row.platform === 'IOS') await settleSkanApps(tx, [row.app_id]);
    const before = { platform: row.platform, url: row.url };
    const deletion = { projectId, actor, action: 'store_listing.deleted', target: row.name, before } as const;
    await recordChange(tx, now, deletion);
    await announce(tx, { kind: 'links', projectId });
  });
}
