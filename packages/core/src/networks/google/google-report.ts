import { z } from 'zod';
import { AdId, type AdReportQuery, type AdReportRow, Count, Decimal, ReportDay } from '../ad-report.ts';
import { VendorCurrency, VendorName } from '../vendor-text.ts';

const FIELDS = [
  ...['customer.currency_code', 'campaign.id', 'campaign.name', 'ad_group.id', 'ad_group.name'],
  ...['ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'segments.date', 'metrics.cost_micros'],
  ...['metrics.impressions', 'metrics.clicks', 'metrics.biddable_app_install_conversions'],
];

/** https://developers.google.com/google-ads/api/docs/query/overview: what ads cost by day. */
export const costQuery = ({ from, to }: Pick<AdReportQuery, 'from' | 'to'>): string =>
  `SELECT ${FIELDS.join(', ')} FROM ad_group_ad WHERE segments.date BETWEEN '${from}' AND '${to}'`;

const MICROS = 6;

/** 1234567 millionths are 1.234567. */
function fromMicros(micros: string): string {
  const digits = micros.padStart(MICROS + 1, '0');
  return `${digits.slice(0, -MICROS)}.${digits.slice(-MICROS)}`;
}

const Named = { id: AdId, name: VendorName };

/** A row of the answer; Google leaves out what is 0. */
export const CostRow = z
  .object({
    customer: z.object({ currencyCode: VendorCurrency }).optional().catch(undefined),
    campaign: z.object(Named),
    adGroup: z.object(Named),
    adGroupAd: z.object({ ad: z.object(Named) }),
    segments: z.object({ date: ReportDay }),
    metrics: z
      .object({
        costMicros: z
          .string()
          .regex(/^\d{1,18}$/)
          .default('0'),
        impressions: Count.default(0),
        clicks: Count.default(0),
        biddableAppInstallConversions: Decimal.default('0'),
      })
      .prefault({}),
  })
  .transform(
    ({ customer, campaign, adGroup, adGroupAd, segments, metrics }): AdReportRow => ({
      day: segments.date,
      ...{ campaign, adSet: adGroup, ad: adGroupAd.ad },
      currency: customer?.currencyCode ?? null,
      spend: fromMicros(metrics.costMicros),
      ...{ impressions: metrics.impressions, clicks: metrics.clicks },
      installs: metrics.biddableAppInstallConversions,
    }),
  );
