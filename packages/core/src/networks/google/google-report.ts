import { z } from 'zod';
import { add, decimalOf, type Decimal as Exact, negate, textOf, ZERO } from '../../metrics/decimal.ts';
import { AdId, type AdReportQuery, type AdReportRow, Count, Decimal, ReportDay } from '../ad-report.ts';
import { VendorCurrency, VendorName } from '../vendor-text.ts';

const NAMES = ['customer.currency_code', 'campaign.id', 'campaign.name'];
const AD_NAMES = ['ad_group.id', 'ad_group.name', 'ad_group_ad.ad.id', 'ad_group_ad.ad.name'];
const NUMBERS = [
  ...['segments.date', 'metrics.cost_micros', 'metrics.impressions', 'metrics.clicks'],
  'metrics.biddable_app_install_conversions',
];

type Days = Pick<AdReportQuery, 'from' | 'to'>;

/** https://developers.google.com/google-ads/api/docs/query/overview: what is counted by day. */
const costQuery = (fields: string[], resource: string, { from, to }: Days) =>
  `SELECT ${fields.join(', ')} FROM ${resource} WHERE segments.date BETWEEN '${from}' AND '${to}'`;

export const adCostQuery = (days: Days): string =>
  costQuery([...NAMES, ...AD_NAMES, ...NUMBERS], 'ad_group_ad', days);

export const campaignCostQuery = (days: Days): string => costQuery([...NAMES, ...NUMBERS], 'campaign', days);

const MICROS = 6;

/** 1234567 millionths are 1.234567. */
function fromMicros(micros: string): string {
  const digits = micros.padStart(MICROS + 1, '0');
  return `${digits.slice(0, -MICROS)}.${digits.slice(-MICROS)}`;
}

const Named = z.object({ id: AdId, name: VendorName });

/** Google leaves out what is 0. */
const Campaign = z.object({
  customer: z.object({ currencyCode: VendorCurrency }).optional().catch(undefined),
  campaign: Named,
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
});

const NO_NAME = { id: '', name: '' };

const rowOf = (
  { customer, campaign, segments, metrics }: z.output<typeof Campaign>,
  { adSet, ad }: Pick<AdReportRow, 'adSet' | 'ad'>,
): AdReportRow => ({
  day: segments.date,
  campaign,
  adSet,
  ad,
  currency: customer?.currencyCode ?? null,
  spend: fromMicros(metrics.costMicros),
  impressions: metrics.impressions,
  clicks: metrics.clicks,
  installs: metrics.biddableAppInstallConversions,
});

export const AdCostRow = Campaign.extend({ adGroup: Named, adGroupAd: z.object({ ad: Named }) }).transform(
  ({ adGroup, adGroupAd, ...row }) => rowOf(row, { adSet: adGroup, ad: adGroupAd.ad }),
);

export const CampaignCostRow = Campaign.transform((row) => rowOf(row, { adSet: NO_NAME, ad: NO_NAME }));

interface Sum {
  spend: Exact;
  impressions: number;
  clicks: number;
  installs: Exact;
}

const keyOf = ({ day, campaign }: AdReportRow) => `${day}/${campaign.id}`;

function sumsOf(rows: readonly AdReportRow[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const before = sums.get(keyOf(row)) ?? { spend: ZERO, impressions: 0, clicks: 0, installs: ZERO };
    sums.set(keyOf(row), {
      spend: add(before.spend, decimalOf(row.spend)),
      impressions: before.impressions + row.impressions,
      clicks: before.clicks + row.clicks,
      installs: add(before.installs, decimalOf(row.installs)),
    });
  }
  return sums;
}

const MOST_PLACES = 9;

/** What is left of the one; nothing where the other is larger. */
function restOf(one: string, other: Exact): string {
  const rest = add(decimalOf(one), negate(other));
  return rest.units > 0n ? textOf(rest, MOST_PLACES) : '0';
}

/**
 * What campaigns have that none of their ads has, by day. Performance Max, for example, has no ads that could be asked
 * for.
 */
export function withoutAds(campaigns: readonly AdReportRow[], ads: readonly AdReportRow[]): AdReportRow[] {
  const sums = sumsOf(ads);
  return campaigns.flatMap((row) => {
    const sum = sums.get(keyOf(row));
    if (!sum) return [row];
    const rest = {
      spend: restOf(row.spend, sum.spend),
      impressions: Math.max(0, row.impressions - sum.impressions),
      clicks: Math.max(0, row.clicks - sum.clicks),
      installs: restOf(row.installs, sum.installs),
    };
    const isNothing =
      rest.spend === '0' && rest.installs === '0' && rest.impressions === 0 && rest.clicks === 0;
    return isNothing ? [] : [{ ...row, ...rest }];
  });
}
