import type { NodeOf } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { AdDetails } from '../../pipeline/ad-details.ts';
import { coalesce } from '../../pipeline/coalesce.ts';
import type { Credit } from '../../pipeline/credit.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { createLru } from '../../platform/lru.ts';
import { loadAds } from './load-ads.ts';

const FRESH_MS = 30_000;
const KEPT_NAMES = 20_000;

interface Names {
  displayId: string;
  name: string;
  /** Of a network that we have no name for. */
  networkName: string | null;
  adSet: string | null;
  creative: string | null;
}

/** Names of campaigns and links for answers, kept in process for a little while. */
export interface CampaignNames {
  find(projectId: string, credit: Credit): Promise<Names | null>;
  /** The ad that brought an install, as its link or the network names it. */
  findAd(install: InstallState): Promise<AdDetails | null>;
  forgetAll(): void;
}

const findNames = prepare<Names>(`
  select c.display_id as "displayId", c.name, c.network_name as "networkName", l.ad_set as "adSet", l.creative
  from campaigns c
  left join links l on l.project_id = $1 and l.id = $3
  where c.project_id = $1 and c.id = $2`);

export function createCampaignNames(connection: NodeOf<'db'>): CampaignNames {
  const known = createLru<Promise<Names | null>>(KEPT_NAMES, FRESH_MS);
  const load = async (projectId: string, credit: Credit): Promise<Names | null> => {
    const { db } = await connection.of(projectId);
    const [names] = await findNames(db, [projectId, credit.campaignId, credit.linkId]);
    return names ?? null;
  };
  // A group is answered at once, so what it asks of one project is one question.
  const findAd = coalesce(async (projectId, installIds) =>
    loadAds((await connection.of(projectId)).db, projectId, installIds),
  );
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
    findAd: async ({ projectId, installId, ad }) => ad ?? (await findAd(projectId, installId)),
    forgetAll: () => known.clear(),
  };
}
