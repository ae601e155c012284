import { dayStartMs, daysBetween } from '../ad-accounts/account-days.ts';
import { type AdEntity, entitiesOf, type Level } from '../ad-accounts/ad-account.ts';
import { type AdNumbers, type AdNumbersSource, hasDelivery, majorUnits } from '../ad-accounts/ad-numbers.ts';
import { entryOf } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { accountOf, textListOf } from './tiktok-accounts.ts';
import { invalid, ok, pageOf } from './tiktok-answer.ts';

const LEVELS: Record<string, { level: Level; dimension: string }> = {
  AUCTION_CAMPAIGN: { level: 'campaign', dimension: 'campaign_id' },
  AUCTION_ADGROUP: { level: 'adset', dimension: 'adgroup_id' },
  AUCTION_AD: { level: 'ad', dimension: 'ad_id' },
};
const DAY_DIMENSION = 'stat_time_day';
/** A report by day spans at most so many days. */
const MOST_DAYS = 30;
const MOST_ROWS = 1000;

const METRICS: Record<string, (entity: AdEntity, numbers: AdNumbers) => string | undefined> = {
  spend: (_entity, { spend }) => majorUnits(spend),
  impressions: (_entity, { impressions }) => String(impressions),
  clicks: (_entity, { clicks }) => String(clicks),
  reach: (_entity, { impressions }) => String(Math.round(impressions * 0.8)),
  conversion: (_entity, { installs }) => String(installs),
  app_install: (_entity, { installs }) => String(installs),
  campaign_id: ({ campaign }) => campaign?.id,
  campaign_name: ({ campaign }) => campaign?.name,
  adgroup_id: ({ adSet }) => adSet?.id,
  adgroup_name: ({ adSet }) => adSet?.name,
  ad_name: ({ ad }) => ad?.name,
  currency: ({ account }) => account.currency,
};

function rangeProblem(start: string | null, end: string | null): string | null {
  if (dayStartMs(start) === null || dayStartMs(end) === null || start === null || end === null) {
    return 'start_date and end_date: must be YYYY-MM-DD';
  }
  if (start > end) return 'start_date: must not be after end_date';
  return daysBetween(start, end).length > MOST_DAYS
    ? `The date range must not exceed ${MOST_DAYS} days`
    : null;
}

function queryProblem(query: URLSearchParams): string | null {
  const level = entryOf(LEVELS, query.get('data_level'));
  const dimensions = textListOf(query.get('dimensions'));
  const metrics = textListOf(query.get('metrics'));
  if (query.get('report_type') !== 'BASIC') return 'report_type: must be BASIC';
  if (!['AUCTION', null].includes(query.get('service_type'))) return 'service_type: must be AUCTION';
  if (!level) return `data_level: must be one of ${Object.keys(LEVELS).join(', ')}`;
  const isOfLevel =
    dimensions?.length === 2 && dimensions.includes(level.dimension) && dimensions.includes(DAY_DIMENSION);
  if (!isOfLevel) return `dimensions: must be ["${level.dimension}","${DAY_DIMENSION}"] for this data_level`;
  if (!metrics || metrics.length === 0) return 'metrics: must be a list in JSON';
  const unknown = metrics.find((name) => !Object.hasOwn(METRICS, name));
  if (unknown !== undefined) return `metrics: ${unknown} is not a metric`;
  return rangeProblem(query.get('start_date'), query.get('end_date'));
}

const idOf = ({ campaign, adSet, ad }: AdEntity, level: Level) =>
  level === 'campaign' ? campaign?.id : level === 'adset' ? adSet?.id : ad?.id;

/** What campaigns, ad groups or ads cost by day of the account's time zone. */
export function integratedReport(
  request: ToolRequest,
  { numbers, now }: { numbers: AdNumbersSource; now: Date },
): Answer {
  const account = accountOf(request);
  if ('answer' in account) return account.answer;
  const { query } = request;
  const problem = queryProblem(query);
  const chosen = entryOf(LEVELS, query.get('data_level'));
  if (problem || !chosen) return invalid(problem ?? 'data_level');
  const metrics = textListOf(query.get('metrics')) ?? [];
  const days = daysBetween(query.get('start_date') ?? '', query.get('end_date') ?? '');
  const rows = days.flatMap((day) =>
    entitiesOf(account, chosen.level).flatMap((entity) => {
      const own = numbers.of(entity, { day, now });
      if (!hasDelivery(own)) return [];
      const values = metrics.map((name) => [name, METRICS[name]?.(entity, own)]);
      const dimensions = {
        [chosen.dimension]: idOf(entity, chosen.level),
        [DAY_DIMENSION]: `${day} 00:00:00`,
      };
      return [{ dimensions, metrics: Object.fromEntries(values) }];
    }),
  );
  const page = pageOf(rows, query, { size: 10, most: MOST_ROWS });
  return page ? ok(page) : invalid(`page_size: must be between 1 and ${MOST_ROWS}`);
}
