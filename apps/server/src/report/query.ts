import { keysWith } from '@trailmark/core/metrics/base-keys';
import type { BaseKey } from '@trailmark/core/metrics/sums';
import { type RawBuilder, sql } from 'kysely';
import type { DimensionColumn } from '../rollups/grains.ts';
import type { Context, Range, ReportFilter } from './context.ts';
import { columnsOf, type Dimension, needsPlaces } from './dimensions.ts';

/** What a report adds up: which rows, over which days, grouped by which dimensions. */
export interface ReportQuery {
  filter: ReportFilter;
  context: Context;
  range: Range;
  by: readonly Dimension[];
  reads: ReadonlySet<BaseKey>;
  /** Selects the ids of campaigns, where not all of them are meant. */
  within?: RawBuilder<unknown> | undefined;
  /** The caller leaves out what is not within: most is, and to look up each row would take longer. */
  isLoose?: boolean | undefined;
  /** The first hours of a last day that counts in part, read once for all statements. */
  partOfDay?: RawBuilder<unknown> | undefined;
  /** Selects ids of campaigns with ids of links, where not all links are meant. */
  withinLinks?: RawBuilder<unknown> | undefined;
}

/** Numbers of distinct installs: they do not add up. */
export const DISTINCT = ['payers', 'wau', 'mau'];

/** The single events that a query reads. */
export function eventNamesOf(reads: ReportQuery['reads']): string[] {
  const attributed = keysWith(keysWith(reads, 'attributed'), 'event');
  return [...new Set([...keysWith(reads, 'event'), ...keysWith(reads, 'first'), ...attributed])];
}

/** The condition on rows of an alias that a report is filtered by. */
export function matches(
  { filter, within, withinLinks }: Pick<ReportQuery, 'filter' | 'within' | 'withinLinks'>,
  alias: string,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  // A plan that is kept for a list of any length would not look up the rows of a single campaign.
  const isOneOf = (ids: readonly string[]) =>
    ids.length === 1
      ? sql`${column('campaign_id')} = ${ids[0]}::uuid`
      : sql`${column('campaign_id')} = any(${ids}::uuid[])`;
  const { scope, campaigns, networks, countries, platforms } = filter;
  const parts = [
    // An empty list means that nothing may be seen.
    scope.all ? null : isOneOf(scope.campaigns),
    campaigns && isOneOf(campaigns),
    within && sql`${column('campaign_id')} in (${within})`,
    withinLinks && sql`(${column('campaign_id')}, ${column('link_id')}) in (${withinLinks})`,
    networks && sql`${column('network')} = any(${networks}::text[])`,
    countries && sql`${column('country')} = any(${countries}::text[])`,
    platforms && sql`${column('platform')} = any(${platforms}::text[])`,
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...parts.filter((part) => part != null)], sql` and `)})`;
}

/** Rows of the campaigns that are meant. They are looked up once for all tables that the rows are of. */
export function withinCampaigns({ within, isLoose }: ReportQuery, rows: RawBuilder<unknown>) {
  return within && !isLoose ? sql`select r.* from (${rows}) r where r.campaign_id in (${within})` : rows;
}

/** The columns that a query filters or groups by. */
export function neededColumns(
  query: Pick<ReportQuery, 'filter' | 'by' | 'within' | 'withinLinks'>,
): DimensionColumn[] {
  const { filter, by, within, withinLinks } = query;
  const ofCampaigns = !filter.scope.all || filter.campaigns || within;
  return [
    ...new Set([
      ...by.flatMap(columnsOf),
      ...(ofCampaigns ? (['campaign_id'] as const) : []),
      ...(withinLinks ? (['campaign_id', 'link_id'] as const) : []),
      ...(filter.networks ? (['network'] as const) : []),
      ...(filter.countries ? (['country'] as const) : []),
      ...(filter.platforms ? (['platform'] as const) : []),
    ]),
  ];
}

/** Spend is known by campaign and link, not by where its people were. */
export function knowsSpend({ filter }: Pick<ReportQuery, 'filter'>, dimension: Dimension): boolean {
  return !needsPlaces([dimension]) && filter.countries === undefined && filter.platforms === undefined;
}
