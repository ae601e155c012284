import {
  exportCampaignCsv,
  getCampaignDetails,
  listCampaigns as listCampaignsRoute,
} from '@trailmark/contract/campaign-report';
import { type Handled, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { exportTable } from './export-table.ts';
import { listCampaigns } from './list-campaigns.ts';
import { readDetails } from './read-details.ts';

/** Campaigns with their figures. */
export const reportRoutes: Handled[] = [
  onProject(listCampaignsRoute, ({ kit, membership, query }) =>
    listCampaigns(kit, filterOf(membership, query), query),
  ),

  onProject(exportCampaignCsv, ({ kit, membership, query }) =>
    exportTable(kit, filterOf(membership, query), query),
  ),

  onProject(getCampaignDetails, ({ kit, membership, query }) =>
    readDetails(kit, filterOf(membership, query), { campaignId: query.campaign_id, metrics: query.metrics }),
  ),
];
