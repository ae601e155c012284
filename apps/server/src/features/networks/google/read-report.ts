import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import {
  AdCostRow,
  adCostQuery,
  CampaignCostRow,
  campaignCostQuery,
  withoutAds,
} from '@trailmark/core/networks/google/google-report';
import type { Kit } from '../../../platform/kit.ts';
import { searchAds } from './search-ads.ts';

interface ReportCall {
  query: AdReportQuery;
  token: string;
  settings: Readonly<Record<string, string | null>>;
}

/** What the ads of an account cost, and what was spent without one. */
export async function readGoogleReport(
  kit: Kit,
  { query, token, settings }: ReportCall,
): Promise<AdReportRow[]> {
  const account = {
    token,
    customerId: query.accountId,
    loginCustomerId: settings.login_customer_id ?? null,
  };
  // Campaigns first: what is spent in between belongs to an ad, and is not taken for something else.
  const campaigns = await searchAds(kit, {
    ...account,
    row: CampaignCostRow,
    query: campaignCostQuery(query),
  });
  const ads = await searchAds(kit, { ...account, row: AdCostRow, query: adCostQuery(query) });
  return [...ads, ...withoutAds(campaigns, ads)];
}
