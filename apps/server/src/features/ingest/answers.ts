import type { AttributionData } from '@trailmark/contract/client';
import { NO_ID, ORGANIC } from '@trailmark/core/metrics/counters';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/connection.ts';
import { type Credit, creditAt } from '../../pipeline/credit.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { prepare } from '../../pipeline/run-prepared.ts';

const FRESH_MS = 30_000;
const KEPT_NAMES = 20_000;

interface Ad {
  adSet: string | null;
  creative: string | null;
}

interface Names extends Ad {
  displayId: string;
  name: string;
}

/** Names of campaigns and links for answers, kept in process for a little while. */
export interface CampaignNames {
  find(projectId: string, credit: Credit): Promise<Names | null>;
  /** Ad set and creative as a network named them, where the campaign is none of ours. */
  findClaimed(install: InstallState): Promise<Ad | null>;
  forgetAll(): void;
}

const findNames = prepare<Names>(`
  select c.display_id as "displayId", c.name, l.ad_set as "adSet", l.creative
  from campaigns c
  left join links l on l.project_id = c.project_id and l.id = $3
  where c.project_id = $1 and c.id = $2`);

const findClaimed = prepare<Ad>(`
  select receipt #>> '{decision,adSet}' as "adSet", receipt #>> '{decision,creative}' as creative
  from decisions where project_id = $1 and install_id = $2 and kind <> 'reengagement'
  order by revision desc limit 1`);

export function createCampaignNames(db: Db): CampaignNames {
  const known = new LRUCache<string, Promise<Names | null>>({ max: KEPT_NAMES, ttl: FRESH_MS });
  const load = async (projectId: string, credit: Credit): Promise<Names | null> => {
    const [names] = await findNames(db, [projectId, credit.campaignId, credit.linkId]);
    return names ?? null;
  };
  return {
    find(projectId, credit) {
      const key = `${projectId} ${credit.campaignId} ${credit.linkId}`;
      const kept = known.get(key);
      if (kept) return kept;
      const names = load(projectId, credit);
      known.set(key, names);
      names.catch(() => known.delete(key));
      return names;
    },
    findClaimed: async ({ projectId, installId }) =>
      (await findClaimed(db, [projectId, installId]))[0] ?? null,
    forgetAll: () => known.clear(),
  };
}

/** Published clients cannot read fractions of a second. */
const wholeSeconds = (at: Date | null) => at?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null;

/** Who brought an install, as an app hears it. */
export async function attributionAnswer(
  names: CampaignNames,
  install: InstallState,
  now: Date,
): Promise<AttributionData> {
  const credit = creditAt(install, now);
  const isOrganic = credit.network === ORGANIC;
  const campaign = credit.campaignId === NO_ID ? null : await names.find(install.projectId, credit);
  const ad = campaign ?? (isOrganic ? null : await names.findClaimed(install));
  const network = isOrganic || credit.network === 'NONE' ? null : credit.network;
  return {
    attribution_source: isOrganic ? 'ORGANIC' : (campaign?.name ?? credit.network),
    match_type: install.matchType ?? 'organic',
    deeplink: install.deepLink,
    campaign_data: {
      id: campaign?.displayId ?? '',
      name: campaign?.name ?? (isOrganic ? 'Organic' : credit.network),
      type: isOrganic ? 'ORGANIC' : 'INORGANIC',
      ad_network: network,
      group_name: ad?.adSet ?? null,
      asset_group_name: null,
      asset_name: ad?.creative ?? null,
      installed_at: wholeSeconds(install.installedAt),
      store_click_at: wholeSeconds(install.touchedAt),
    },
  };
}
