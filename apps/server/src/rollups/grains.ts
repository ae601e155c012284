import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';

export const DIMENSIONS = ['campaign_id', 'link_id', 'network', 'country', 'platform'] as const;
export type DimensionColumn = (typeof DIMENSIONS)[number];

/** The dimensions that rows of the cube are kept by, and how long their period is. */
export interface Grain {
  name: string;
  dimensions: readonly DimensionColumn[];
  period: 'day' | 'week';
  /** Events of one name have rows of their own; without, only all events together. */
  hasEventNames: boolean;
}

const SEGMENT = ['network', 'country', 'platform'] as const;
const CAMPAIGN = ['campaign_id', 'network'] as const;

/**
 * The grains of the cube, those with the fewest rows first. Folding, rebuilding, recounting and the choice of what a
 * report reads follow this list. The finest grain of all, every dimension by day, is `rollup_days` itself.
 */
export const GRAINS = [
  { name: 'network_day', dimensions: ['network'], period: 'day', hasEventNames: true },
  { name: 'segment_week', dimensions: SEGMENT, period: 'week', hasEventNames: true },
  { name: 'segment_day', dimensions: SEGMENT, period: 'day', hasEventNames: true },
  { name: 'campaign_week', dimensions: CAMPAIGN, period: 'week', hasEventNames: true },
  { name: 'campaign_day', dimensions: CAMPAIGN, period: 'day', hasEventNames: true },
  { name: 'link_week', dimensions: DIMENSIONS, period: 'week', hasEventNames: false },
] as const satisfies readonly Grain[];

/** The same for cohorts; the finest is `rollup_cohorts`. */
export const COHORT_GRAINS = [
  { name: 'total_day', dimensions: [], period: 'day', hasEventNames: false },
  { name: 'segment_day', dimensions: SEGMENT, period: 'day', hasEventNames: false },
  { name: 'campaign_week', dimensions: CAMPAIGN, period: 'week', hasEventNames: false },
  { name: 'campaign_day', dimensions: CAMPAIGN, period: 'day', hasEventNames: false },
] as const satisfies readonly Grain[];

/** What is in the column of a dimension that a grain does not have. */
const EMPTY: Record<DimensionColumn, RawBuilder<unknown>> = {
  campaign_id: sql`${sql.lit(NO_ID)}::uuid`,
  link_id: sql`${sql.lit(NO_ID)}::uuid`,
  network: sql`''`,
  country: sql`''`,
  platform: sql`''`,
};

/** All dimension columns of a row of the grain. */
export const dimensionsOf = ({ dimensions }: Pick<Grain, 'dimensions'>) =>
  sql.join(
    DIMENSIONS.map((column) =>
      dimensions.includes(column) ? sql.ref(column) : sql`${EMPTY[column]} as ${sql.ref(column)}`,
    ),
  );

/** The Monday of the week of a day. */
export const mondayOf = (day: RawBuilder<unknown>) => sql`(${day} - (extract(isodow from ${day})::int - 1))`;

/** The first day of the period that a day belongs to. */
export const periodOf = ({ period }: Grain, day: RawBuilder<unknown>) =>
  period === 'week' ? mondayOf(day) : day;

/** The grains with the fewest rows that have some dimensions; null where only the finest rows have them. */
export function grainsFor(
  grains: readonly Grain[],
  needed: readonly DimensionColumn[],
): { day: Grain | null; week: Grain | null } {
  const day =
    grains.find(
      ({ dimensions, period }) => period === 'day' && needed.every((one) => dimensions.includes(one)),
    ) ?? null;
  const dimensions = day?.dimensions ?? DIMENSIONS;
  const week =
    grains.find((grain) => grain.period === 'week' && String(grain.dimensions) === String(dimensions)) ??
    null;
  return { day, week };
}
