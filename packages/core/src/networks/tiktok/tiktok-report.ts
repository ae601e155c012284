import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { AdId, type AdReportQuery, type AdReportRow, Count, Decimal, ReportDay } from '../ad-report.ts';
import { VendorCurrency, VendorName } from '../vendor-text.ts';
import { type TiktokApp, tiktokRequest } from './tiktok-auth.ts';

const METRICS = [
  ...['spend', 'impressions', 'clicks', 'app_install', 'currency'],
  ...['campaign_id', 'campaign_name', 'adgroup_id', 'adgroup_name', 'ad_name'],
];
const PAGE_SIZE = 1000;

/** https://business-api.tiktok.com/portal/docs?id=1740302848100353: by ad and day. */
export const reportRequest = (
  app: Pick<TiktokApp, 'version'>,
  { accountId, from, to }: AdReportQuery,
  { token, page }: { token: string; page: number },
): OutboundRequest =>
  tiktokRequest(app, 'report/integrated/get/', {
    token,
    query: {
      advertiser_id: accountId,
      report_type: 'BASIC',
      data_level: 'AUCTION_AD',
      dimensions: JSON.stringify(['ad_id', 'stat_time_day']),
      metrics: JSON.stringify(METRICS),
      start_date: from,
      end_date: to,
      page: String(page),
      page_size: String(PAGE_SIZE),
    },
  });

const Row = z
  .object({
    dimensions: z.object({ ad_id: AdId, stat_time_day: ReportDay }),
    metrics: z.object({
      spend: Decimal,
      impressions: Count,
      clicks: Count,
      app_install: Decimal.default('0'),
      currency: VendorCurrency,
      campaign_id: AdId,
      campaign_name: VendorName,
      adgroup_id: AdId,
      adgroup_name: VendorName,
      ad_name: VendorName,
    }),
  })
  .transform(
    ({ dimensions, metrics }): AdReportRow => ({
      day: dimensions.stat_time_day,
      campaign: { id: metrics.campaign_id, name: metrics.campaign_name },
      adSet: { id: metrics.adgroup_id, name: metrics.adgroup_name },
      ad: { id: dimensions.ad_id, name: metrics.ad_name },
      currency: metrics.currency,
      spend: metrics.spend,
      impressions: metrics.impressions,
      clicks: metrics.clicks,
      installs: metrics.app_install,
    }),
  );

/** A page of rows, and whether it is the last one: a full page that does not say so is not. */
export const ReportAnswer = z
  .object({
    list: z.array(Row),
    page_info: z.object({ page: z.int(), total_page: z.int() }).nullable().catch(null),
  })
  .transform(({ list, page_info: info }) => ({
    rows: list,
    isLast: info === null ? list.length < PAGE_SIZE : info.page >= info.total_page,
  }));
