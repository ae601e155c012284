import type { changeCampaigns as route } from '@trailmark/contract/campaign-report';
import { MAX_TAGS } from '@trailmark/contract/campaigns';
import type { z } from 'zod';
import type { Tx } from '../../db/connection.ts';
import { badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, noCampaign } from './acting.ts';
import { archiveWithin, updateWithin } from './change-campaign.ts';
import { lockCampaign } from './store.ts';

type Bulk = z.output<typeof route.body>;

interface One {
  campaignId: string;
  tag: string;
}

async function tagsAfter(tx: Tx, projectId: string, { campaignId, tag, put }: One & { put: boolean }) {
  const row = await lockCampaign(tx, projectId, campaignId);
  if (!row) throw noCampaign();
  const others = row.tags.filter((known) => known.toLowerCase() !== tag.toLowerCase());
  if (!put) return others;
  if (others.length < row.tags.length) return row.tags;
  if (row.tags.length >= MAX_TAGS)
    throw badField('tag', `is one too many for ${row.name}: at most ${MAX_TAGS}`);
  return [...row.tags, tag];
}

/** One campaign of many; whether it changed at all. */
async function changeOne(
  tx: Tx,
  now: Date,
  { acting, action, one }: { acting: Acting; action: Bulk['action']; one: One },
) {
  const { campaignId } = one;
  const change = { project_id: acting.projectId, campaign_id: campaignId };
  switch (action) {
    case 'pause':
    case 'resume':
      return await updateWithin(tx, now, { ...acting, change: { ...change, active: action === 'resume' } });
    case 'archive':
    case 'restore':
      return await archiveWithin(tx, now, { ...acting, campaignId, archived: action === 'archive' });
    case 'tag':
    case 'untag': {
      const tags = await tagsAfter(tx, acting.projectId, { ...one, put: action === 'tag' });
      return await updateWithin(tx, now, { ...acting, change: { ...change, tags } });
    }
  }
}

/** Changes all of the named campaigns, or none; returns how many were not so already. */
export async function changeCampaigns(kit: Kit, acting: Acting, bulk: Bulk): Promise<number> {
  const now = kit.clock.now();
  // In one order, so that two such changes wait for each other instead of blocking each other.
  const ids = [...new Set(bulk.campaign_ids)].sort();
  return await kit.db.transaction().execute(async (tx) => {
    let changed = 0;
    for (const campaignId of ids) {
      const one = { campaignId, tag: bulk.tag ?? '' };
      if (await changeOne(tx, now, { acting, action: bulk.action, one })) changed += 1;
    }
    return changed;
  });
}
