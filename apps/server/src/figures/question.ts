import type { BaseKey } from '@trailmark/core/metrics/sums';
import { type RawBuilder, sql } from 'kysely';
import type { Asked, Context, Range } from './context.ts';
import { type Dimension, needsCampaigns, needsLinks, needsPlaces } from './dimensions.ts';

/** What is to be added up: of which rows, over which days, divided by what. */
export interface Question {
  asked: Asked;
  context: Context;
  range: Range;
  by: readonly Dimension[];
  reads: ReadonlySet<BaseKey>;
  /** Selects the ids of campaigns, where not all of them are meant. */
  within?: RawBuilder<unknown> | undefined;
  /** Whoever asks leaves out what is not within: most is, and to look up each row would take longer. */
  isLoose?: boolean | undefined;
  /** Selects ids of campaigns with ids of links, where not all links are meant. */
  withinLinks?: RawBuilder<unknown> | undefined;
}

/** The rows of an alias that a report is narrowed to. */
export function narrowed(
  { asked, within, withinLinks }: Pick<Question, 'asked' | 'within' | 'withinLinks'>,
  alias: string,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const { scope, campaigns, networks, countries, platforms } = asked;
  const parts = [
    // An empty list means that nothing may be seen.
    scope.all ? null : sql`${column('campaign_id')} = any(${scope.campaigns}::uuid[])`,
    campaigns && sql`${column('campaign_id')} = any(${campaigns}::uuid[])`,
    within && sql`${column('campaign_id')} in (${within})`,
    withinLinks && sql`(${column('campaign_id')}, ${column('link_id')}) in (${withinLinks})`,
    networks && sql`${column('network')} = any(${networks}::text[])`,
    countries && sql`${column('country')} = any(${countries}::text[])`,
    platforms && sql`${column('platform')} = any(${platforms}::text[])`,
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...parts.filter((part) => part != null)], sql` and `)})`;
}

/** Rows of the campaigns that are meant. They are looked up once for all tables that the rows are of. */
export function onlyWithin({ within, isLoose }: Question, rows: RawBuilder<unknown>) {
  return within && !isLoose ? sql`select r.* from (${rows}) r where r.campaign_id in (${within})` : rows;
}

/**
 * Where rollups are kept, from the fewest dimensions to all of them. Wide ones have a column for each counter; in joint
 * ones what has no currency stands beside some money.
 */
const LEVELS = {
  segments: {
    days: 'rollup_day_segments',
    cohorts: 'rollup_cohort_segments',
    weeks: null,
    dims: ['network', 'country', 'platform'],
    isWide: true,
    isJoint: false,
  },
  campaigns: {
    days: 'rollup_day_campaigns',
    cohorts: 'rollup_cohort_campaigns',
    weeks: { days: 'rollup_week_campaigns', cohorts: 'rollup_cohort_week_campaigns', hasNames: true },
    dims: ['campaign_id', 'network'],
    isWide: true,
    isJoint: true,
  },
  all: {
    days: 'rollup_days',
    cohorts: 'rollup_cohorts',
    weeks: { days: 'rollup_week_places', cohorts: undefined, hasNames: false },
    dims: ['campaign_id', 'link_id', 'network', 'country', 'platform'],
    isWide: false,
    isJoint: false,
  },
} as const;
export type Level = (typeof LEVELS)[keyof typeof LEVELS];

/** The smallest level that can answer. */
export function levelOf({ asked, by, within }: Pick<Question, 'asked' | 'by' | 'within'>): Level {
  const ofCampaigns = needsCampaigns(by) || !asked.scope.all || asked.campaigns !== undefined || within;
  const ofPlaces = needsPlaces(by) || asked.countries !== undefined || asked.platforms !== undefined;
  if (!ofCampaigns) return LEVELS.segments;
  return ofPlaces || needsLinks(by) ? LEVELS.all : LEVELS.campaigns;
}

/** Columns of a level under an alias. */
export function dimsOf(level: Level, alias: string) {
  return sql.join(level.dims.map((dim) => sql.ref(`${alias}.${dim}`)));
}

/** Spend is known by campaign and link, not by where its people were. */
export function knowsSpend({ asked }: Pick<Question, 'asked'>, dimension: Dimension): boolean {
  return !needsPlaces([dimension]) && asked.countries === undefined && asked.platforms === undefined;
}
