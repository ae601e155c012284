import {
  changeCampaigns as changeCampaignsRoute,
  exportCampaignCsv,
  getCampaignDetails,
  getFirstClick,
  listCampaigns as listCampaignsRoute,
} from '@trailmark/contract/campaign-report';
import {
  archiveCampaign as archiveCampaignRoute,
  type Campaign,
  type CampaignForm,
  createCampaign as createCampaignRoute,
  deleteCampaign as deleteCampaignRoute,
  duplicateCampaign as duplicateCampaignRoute,
  getCampaign as getCampaignRoute,
  updateCampaign as updateCampaignRoute,
} from '@trailmark/contract/campaigns';
import type { z } from 'zod';
import type { Membership } from '../../access/caller.ts';
import { campaignScope } from '../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { filterOf } from '../../report/filter-of.ts';
import { acting, noCampaign, refuseNameOfGuest, refuseSkanIdsOfGuest } from './acting.ts';
import { archiveCampaign, deleteCampaign, updateCampaign } from './change-campaign.ts';
import { changeCampaigns } from './change-campaigns.ts';
import { createCampaign, duplicateCampaign } from './create-campaign.ts';
import { exportTable } from './export-table.ts';
import { linkRoutes } from './link-routes.ts';
import { listCampaigns } from './list-campaigns.ts';
import { presentCampaign } from './present.ts';
import { readDetails } from './read-details.ts';
import { findCampaignRow, findFirstClickDay } from './store.ts';

type SkanFields = Partial<Pick<z.output<typeof CampaignForm>, 'skan_ids' | 'skan_network_id' | 'network'>>;

/** Campaigns with their metrics. */
const reportRoutes: HandledRoute[] = [
  onProject(listCampaignsRoute, ({ kit, membership, query }) =>
    listCampaigns(kit, filterOf(membership, query), query),
  ),

  onProject(exportCampaignCsv, ({ kit, membership, query }) =>
    exportTable(kit, filterOf(membership, query), query),
  ),

  onProject(getCampaignDetails, ({ kit, membership, query }) =>
    readDetails(kit, filterOf(membership, query), { campaignId: query.campaign_id, metrics: query.metrics }),
  ),

  onProject(getFirstClick, async ({ kit, membership, query }) => {
    const { campaign_id } = await getCampaign(kit, membership, query.campaign_id);
    return { first_click_on: await findFirstClickDay(kit.db, membership.projectId, campaign_id) };
  }),
];

async function getCampaign(kit: Kit, membership: Membership, campaignId: string) {
  const scope = campaignScope(membership);
  const row = await findCampaignRow(kit.db, { projectId: membership.projectId, campaignId, scope });
  if (!row) throw noCampaign();
  return presentCampaign(row, kit.publicUrl);
}

/** Which postbacks are of a campaign depends on its ids and its network. */
function changesSkanIds(before: Campaign, { skan_ids, skan_network_id, network }: SkanFields): boolean {
  return (
    (skan_ids !== undefined && skan_ids.join() !== before.skan_ids.join()) ||
    (skan_network_id !== undefined && skan_network_id !== before.skan_network_id) ||
    (network !== undefined && network !== before.network && before.skan_ids.length > 0)
  );
}

const campaignRoutes: HandledRoute[] = [
  onProject(getCampaignRoute, ({ kit, membership, query }) =>
    getCampaign(kit, membership, query.campaign_id),
  ),

  onProject(createCampaignRoute, async (context) => {
    const { kit, membership, body } = context;
    return await getCampaign(kit, membership, await createCampaign(kit, acting(context), body));
  }),

  onProject(updateCampaignRoute, async (context) => {
    const { kit, membership, body } = context;
    const before = await getCampaign(kit, membership, body.campaign_id);
    const isRenamed = body.display_id !== undefined && body.display_id !== before.display_id;
    if (isRenamed) refuseNameOfGuest(membership, 'display_id');
    if (changesSkanIds(before, body)) refuseSkanIdsOfGuest(membership);
    await updateCampaign(kit, acting(context), body);
    return await getCampaign(kit, membership, body.campaign_id);
  }),

  onProject(deleteCampaignRoute, async (context) => {
    await deleteCampaign(context.kit, acting(context), context.query.campaign_id);
    return { deleted: true };
  }),

  onProject(duplicateCampaignRoute, async (context) => {
    const { kit, membership, body } = context;
    const copy = { campaignId: body.campaign_id, name: body.name };
    return await getCampaign(kit, membership, await duplicateCampaign(kit, acting(context), copy));
  }),

  onProject(archiveCampaignRoute, async (context) => {
    const { kit, membership, body } = context;
    const archiving = { campaignId: body.campaign_id, archived: body.archived };
    await archiveCampaign(kit, acting(context), archiving);
    return await getCampaign(kit, membership, body.campaign_id);
  }),

  onProject(changeCampaignsRoute, async (context) => ({
    changed: await changeCampaigns(context.kit, acting(context), context.body),
  })),
];

export const routes: HandledRoute[] = [...campaignRoutes, ...reportRoutes, ...linkRoutes];
