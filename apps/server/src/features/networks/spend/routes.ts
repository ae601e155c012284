import { StorableId } from '@trailmark/contract/fields';
import {
  chooseSpendSource,
  getNetworkDifference,
  listDifferenceRows,
  listNetworkAds,
  listNetworkImports,
  matchNetworkAd,
  startNetworkImport,
  stopNetworkImport,
} from '@trailmark/contract/network-spend';
import { z } from 'zod';
import { actorOf } from '../../../access/caller.ts';
import { spend } from '../../../access/rate-limit.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { createCursor } from '../../../platform/cursor.ts';
import type { DifferenceFilter } from './compare-installs.ts';
import { listImports } from './import-store.ts';
import { countUnmatched, listAds, presentAd } from './list-ads.ts';
import { presentImport, startImport, stopImport } from './manage-imports.ts';
import { chooseSource, matchAd } from './match-ads.ts';
import { type DifferenceRow, listRows, readDifference } from './read-difference.ts';

const adsCursor = createCursor(z.tuple([z.string().regex(/^\d{1,20}(\.\d{1,12})?$/), StorableId]));

const rowsCursor = createCursor(z.tuple([z.iso.datetime(), StorableId]));

interface DifferenceQuery {
  kind: DifferenceFilter['kind'];
  from: string;
  to: string;
  campaign_id?: string | undefined;
}
const filterOf = (projectId: string, { kind, from, to, campaign_id }: DifferenceQuery): DifferenceFilter => ({
  projectId,
  kind,
  from,
  to,
  campaignId: campaign_id,
});

const presentRow = ({ install, touch, counts }: DifferenceRow) => ({
  install_id: install.installId,
  installed_at: install.at.toISOString(),
  counts,
  touched_at: touch?.at.toISOString() ?? null,
  credited_network: install.creditedNetwork,
  match_type: install.matchType,
});

export const routes: HandledRoute[] = [
  onProject(listNetworkImports, async ({ kit, membership: { projectId } }) => ({
    imports: (await listImports(kit.db, projectId)).map(presentImport),
  })),

  onProject(startNetworkImport, async ({ kit, person, client, membership: { projectId }, body }) => {
    const bucket = `network-import:${projectId}`;
    await spend(kit.db, kit.clock.now(), [{ bucket, max: 30, perMs: MINUTE_MS }]);
    const key = { projectId, kind: body.kind, adAccountId: body.ad_account_id };
    const { from, to } = body;
    const days = from === undefined || to === undefined ? null : { from, to };
    return presentImport(await startImport(kit, { ...key, actor: actorOf(person, client) }, days));
  }),

  onProject(stopNetworkImport, async ({ kit, person, client, membership: { projectId }, query }) => {
    const key = { projectId, kind: query.kind, adAccountId: query.ad_account_id };
    return presentImport(await stopImport(kit, { ...key, actor: actorOf(person, client) }));
  }),

  onProject(listNetworkAds, async ({ kit, membership: { projectId }, query }) => {
    const now = kit.clock.now();
    const at = adsCursor.read(query.cursor);
    const rows = await listAds(kit.db, {
      projectId,
      kind: query.kind,
      state: query.state,
      campaignId: query.network_campaign_id,
      now,
      after: at ? { spend: at[0], key: at[1] } : null,
      limit: query.limit + 1,
    });
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items: items.map(presentAd),
      next_cursor: rows.length > query.limit && last ? adsCursor.write([last.spend, last.key]) : null,
      unmatched: await countUnmatched(kit.db, projectId, now),
    };
  }),

  onProject(matchNetworkAd, async ({ kit, person, client, membership: { projectId }, body }) => {
    const ad = {
      kind: body.kind,
      adAccountId: body.ad_account_id,
      campaignId: body.network_campaign_id,
      adSetId: body.network_ad_set_id ?? '',
      adId: body.network_ad_id ?? '',
    };
    const match = { campaignId: body.campaign_id, linkId: body.link_id ?? null, ignored: body.ignored };
    await matchAd(kit, { projectId, actor: actorOf(person, client) }, { ad, match });
    return { matched: true as const };
  }),

  onProject(chooseSpendSource, async ({ kit, person, client, membership: { projectId }, body }) => {
    const choice = { campaignId: body.campaign_id, source: body.spend_source };
    await chooseSource(kit, { projectId, actor: actorOf(person, client) }, choice);
    return { campaign_id: body.campaign_id, spend_source: body.spend_source };
  }),

  onProject(getNetworkDifference, ({ kit, membership: { projectId }, query }) =>
    readDifference(kit, filterOf(projectId, query)),
  ),

  onProject(listDifferenceRows, async ({ kit, membership: { projectId }, query }) => {
    const at = rowsCursor.read(query.cursor);
    const rows = await listRows(kit, filterOf(projectId, query), {
      cause: query.cause,
      limit: query.limit + 1,
      after: at ? { at: new Date(at[0]), installId: at[1] } : null,
    });
    const items = rows.slice(0, query.limit);
    const last = items.at(-1)?.install;
    return {
      items: items.map(presentRow),
      next_cursor:
        rows.length > query.limit && last ? rowsCursor.write([last.at.toISOString(), last.installId]) : null,
    };
  }),
];
