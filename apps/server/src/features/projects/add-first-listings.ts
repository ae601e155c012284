import type { ProjectForm } from '@trailmark/contract/projects';
import { appIdOf } from '@trailmark/contract/store-listings';
import type { z } from 'zod';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { settleSkanApps } from '../../networks/skan-apps.ts';
import { newId } from '../../platform/ids.ts';

interface NewProject {
  projectId: string;
  actor: Actor;
  form: z.output<typeof ProjectForm>;
}

/** Store links of a new project that name an app become its first store listings. */
export async function addFirstListings(
  tx: Tx,
  now: Date,
  { projectId, actor, form }: NewProject,
): Promise<void> {
  const links = [
    { platform: 'IOS', store: 'App Store', url: form.app_store_link },
    { platform: 'ANDROID', store: 'Play Store', url: form.play_store_link },
  ] as const;
  for (const { platform, store, url } of links) {
    const app_id = url ? appIdOf(platform, url) : null;
    if (!url || app_id === null) continue;
    const name = `${form.name}, ${store}`;
    const times = { created_at: now, updated_at: now };
    await tx
      .insertInto('store_listings')
      .values({ project_id: projectId, id: newId(now), name, platform, url, app_id, ...times })
      .execute();
    if (platform === 'IOS') await settleSkanApps(tx, [app_id]);
    const after = { platform, url };
    await recordChange(tx, now, { projectId, actor, action: 'store_listing.created', target: name, after });
  }
}
