import { type RawBuilder, sql } from 'kysely';
import { DIMENSIONS, type DimensionColumn } from '../rollups/grains.ts';
import type { ReportFilter } from './context.ts';

/** The dimensions of metrics, and their columns. */
const COLUMNS = {
  none: [],
  date: ['day'],
  /** Of a single day, which is read from raw rows. */
  hour: ['hour'],
  network: ['network'],
  country: ['country'],
  platform: ['platform'],
  campaign: ['campaign_id'],
  link: ['campaign_id', 'link_id'],
  ad_set: ['campaign_id', 'ad_set'],
  creative: ['campaign_id', 'creative'],
  ad_set_name: ['ad_set'],
  creative_name: ['creative'],
} as const;
export type Dimension = keyof typeof COLUMNS;

const OF_LINK_NAMES: readonly Dimension[] = ['ad_set', 'creative', 'ad_set_name', 'creative_name'];
const OF_PLACES: readonly Dimension[] = ['country', 'platform'];
export const needsPlaces = (by: readonly Dimension[]) => by.some((one) => OF_PLACES.includes(one));

/** The columns of rollups that a dimension is made of: names of ads are found by the link. */
export function columnsOf(dimension: Dimension): DimensionColumn[] {
  if (OF_LINK_NAMES.includes(dimension)) return ['campaign_id', 'link_id'];
  return COLUMNS[dimension].filter((column): column is DimensionColumn =>
    DIMENSIONS.some((one) => one === column),
  );
}

/** The key of a row that is identified by several columns. */
export const keyOf = (parts: readonly string[]) => parts.join(':');

/** A row of an answer: its columns, and which of them it is grouped by where there are several groupings. */
export type Grouped = Record<string, unknown> & { mask?: number };

/** Several groupings of the same rows, in one statement. */
export interface Grouping {
  columns: readonly string[];
  select: RawBuilder<unknown>;
  groupBy: RawBuilder<unknown>;
  groupOf(row: Grouped): { dimension: Dimension; key: string };
}

export function groupingBy(by: readonly Dimension[]): Grouping {
  const columns = [...new Set(by.flatMap((dimension) => COLUMNS[dimension]))];
  const names = columns.map((column) => sql.ref(`r.${column}`));
  // In the mask of PostgreSQL, a column that the row is not grouped by is a one; the last column is the lowest.
  const maskOf = (dimension: Dimension) =>
    columns.reduce(
      (mask, column) => mask * 2 + (COLUMNS[dimension].some((one) => one === column) ? 0 : 1),
      0,
    );
  const masks = new Map(by.map((dimension) => [maskOf(dimension), dimension]));
  const sets = by.map((dimension) => {
    const own = COLUMNS[dimension].map((column) => sql.ref(`r.${column}`));
    return own.length > 0 ? sql`(${sql.join(own)})` : sql`()`;
  });
  // Rows of a single grouping are all of one kind.
  const only = by.length === 1 ? by[0] : undefined;
  const mask = names.length > 0 ? sql`grouping(${sql.join(names)})::int as mask` : sql`0 as mask`;
  return {
    columns,
    select: sql.join(only && names.length > 0 ? names : [...names, mask]),
    groupBy: sql`grouping sets (${sql.join(sets)})`,
    groupOf(row) {
      const dimension = only ?? masks.get(row.mask ?? 0) ?? 'none';
      return { dimension, key: keyOf(COLUMNS[dimension].map((column) => String(row[column]))) };
    },
  };
}

/** The rows with the names on their links, where they are grouped by. Links of other campaigns than the filter's are not read. */
export function withLinkNames(rows: RawBuilder<unknown>, by: readonly Dimension[], filter: ReportFilter) {
  if (!by.some((dimension) => OF_LINK_NAMES.includes(dimension))) return sql`(${rows})`;
  const { projectId, scope } = filter;
  const campaigns = filter.campaigns ?? (scope.all ? undefined : scope.campaigns);
  const isFiltered = campaigns ? sql`l.campaign_id = any(${campaigns}::uuid[])` : sql`true`;
  return sql`(
    select s.*, coalesce(l.ad_set, '') as ad_set, coalesce(l.creative, '') as creative
    from (${rows}) s left join links l on l.project_id = ${projectId} and l.id = s.link_id and ${isFiltered})`;
}
