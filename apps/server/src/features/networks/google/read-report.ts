import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import { CostRow, costQuery } from '@trailmark/core/networks/google/google-report';
import type { Kit } from '../../../platform/kit.ts';
import { searchAds } from './search-ads.ts';

/** What the ads of an account cost. */
export const readGoogleReport = (
  kit: Kit,
  {
    query,
    token,
    settings,
  }: { query: AdReportQuery; token: string; settings: Readonly<Record<string, string | null>> },
): Promise<AdReportRow[]> =>
  searchAds(kit, {
    ...{ token, row: CostRow, query: costQuery(query), customerId: query.accountId },
    loginCustomerId: settings.login_customer_id ?? null,
  });
