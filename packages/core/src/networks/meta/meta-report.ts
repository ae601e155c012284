import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { AdId, type AdReportQuery, type AdReportRow, Count, Decimal, ReportDay } from '../ad-report.ts';
import { VendorCurrency, VendorName } from '../vendor-text.ts';
import { graphPage } from './graph-page.ts';
import { graphRequest, type MetaApp } from './meta-auth.ts';

const FIELDS = [
  ...['account_currency', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name'],
  ...['spend', 'impressions', 'clicks', 'actions'],
].join(',');
const PAGE = '500';
/** Installs as Meta counts them in an app; other actions are not asked about. */
const INSTALL = 'mobile_app_install';

const queryOf = ({ from, to }: AdReportQuery): Record<string, string> => ({
  level: 'ad',
  time_increment: '1',
  fields: FIELDS,
  limit: PAGE,
  time_range: JSON.stringify({ since: from, until: to }),
});

/** https://developers.facebook.com/docs/marketing-api/insights: rows at once. */
export function insightsRequest(
  app: MetaApp,
  query: AdReportQuery,
  { token, after }: { token: string; after: string | null },
): OutboundRequest {
  const page: Record<string, string> = after === null ? {} : { after };
  return graphRequest(app, `act_${query.accountId}/insights`, {
    token,
    query: { ...queryOf(query), ...page },
  });
}

/** The same as a report that Meta prepares: for accounts that are too large for an answer at once. */
export const startReportRequest = (app: MetaApp, query: AdReportQuery, token: string): OutboundRequest => ({
  ...graphRequest(app, `act_${query.accountId}/insights`, { token, query: queryOf(query) }),
  method: 'POST',
});

export const reportStatusRequest = (app: MetaApp, reportId: string, token: string): OutboundRequest =>
  graphRequest(app, reportId, { token, query: {} });

export function reportRowsRequest(
  app: MetaApp,
  reportId: string,
  { token, after }: { token: string; after: string | null },
): OutboundRequest {
  const page: Record<string, string> = after === null ? {} : { after };
  return graphRequest(app, `${reportId}/insights`, { token, query: { limit: PAGE, ...page } });
}

const Row = z
  .object({
    account_currency: VendorCurrency,
    campaign_id: AdId,
    campaign_name: VendorName,
    adset_id: AdId,
    adset_name: VendorName,
    ad_id: AdId,
    ad_name: VendorName,
    spend: Decimal.default('0'),
    impressions: Count.default(0),
    clicks: Count.default(0),
    actions: z.array(z.object({ action_type: z.string(), value: Decimal })).default([]),
    date_start: ReportDay,
  })
  .transform(
    (row): AdReportRow => ({
      day: row.date_start,
      campaign: { id: row.campaign_id, name: row.campaign_name },
      adSet: { id: row.adset_id, name: row.adset_name },
      ad: { id: row.ad_id, name: row.ad_name },
      currency: row.account_currency,
      spend: row.spend,
      impressions: row.impressions,
      clicks: row.clicks,
      installs: row.actions.find(({ action_type: type }) => type === INSTALL)?.value ?? '0',
    }),
  );

export const InsightsAnswer = graphPage(Row);

export const StartedReport = z.object({ report_run_id: AdId });

const DONE = 'Job Completed';
const FAILED = ['Job Failed', 'Job Skipped'];

export const ReportStatus = z
  .object({ async_status: z.string(), error_user_msg: z.string().optional().catch(undefined) })
  .transform(({ async_status: status, error_user_msg: words }) => ({
    state:
      status === DONE
        ? ('done' as const)
        : FAILED.includes(status)
          ? ('failed' as const)
          : ('running' as const),
    words: words ?? status,
  }));

const TOO_LARGE = '100/1487534';
/** The answer would be too large: the same as a report, or fewer days. */
export const isTooLarge = ({ words }: { words: string }): boolean => words.startsWith(TOO_LARGE);
