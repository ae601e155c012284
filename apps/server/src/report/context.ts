import type { DayKind } from '@trailmark/contract/day-kind';
import type { Platform } from '@trailmark/contract/projects';
import type { Comparison, ReportContext } from '@trailmark/contract/report-filter';
import { sql } from 'kysely';
import type { CampaignScope } from '../access/campaign-scope.ts';
import type { Db, Tx } from '../db/connection.ts';
import { DAILY_DAYS } from '../db/partitions.ts';
import { badField } from '../platform/app-error.ts';
import type { MoneyNotes } from '../rollups/factors.ts';
import { addDays, daysBetween, FIRST_DAY, yearBefore } from './days.ts';

/** What a report is filtered by, and what of the project exists for the caller. */
export interface ReportFilter {
  projectId: string;
  scope: CampaignScope;
  from?: string | undefined;
  to?: string | undefined;
  compare?: Comparison | undefined;
  networks?: string[] | undefined;
  campaigns?: string[] | undefined;
  countries?: string[] | undefined;
  platforms?: string[] | undefined;
}

/** Both ends belong to it; of the last day only what comes before `until`, where that is given: "14:30". */
export interface Range {
  from: string;
  to: string;
  until?: string | undefined;
}

/** How the numbers of a report are to be made and read. */
export interface Context {
  range: Range;
  compared: Range | null;
  timezone: string;
  currency: string;
  /** Decides what installs and opens are called. */
  platform: Platform;
  dayKind: DayKind;
  /** The day that it is in the project's zone. */
  today: string;
  /** The time that it is there: "14:30". */
  time: string;
  /** How many days back single rows can be read by their time. */
  timedDays: number;
  /** Otherwise its money is in another currency or at other rates, and only the finest rollups can be read. */
  isCubeReady: boolean;
}

const USUAL_DAYS = 30;
const MOST_DAYS = 800;
const WEEK_DAYS = 7;

function rangeOf({ from, to }: ReportFilter, today: string): Range {
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? addDays(last, 1 - USUAL_DAYS);
  // Two given ends were compared when they were read; a single one meets today here.
  if (daysBetween(first, last) > MOST_DAYS) {
    throw badField('from', `is more than ${MOST_DAYS} days ago`);
  }
  return { from: first, to: last };
}

/** The days that a range is compared with; null where there are none. */
function comparedDays({ from, to }: Range, compare: Comparison): Range | null {
  const length = daysBetween(from, to);
  const shifted = (days: number) => ({ from: addDays(from, days), to: addDays(to, days) });
  if (compare === 'none') return null;
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  // Before the first day that there is, nothing can be compared with.
  if (compare === 'previous') return from === FIRST_DAY ? null : shifted(-length - 1);
  if (compare === 'weekdays') return shifted(-WEEK_DAYS * Math.ceil((length + 1) / WEEK_DAYS));
  if (compare >= from) throw badField('compare', 'is not before from');
  return { from: compare, to: addDays(compare, length) };
}

/**
 * Of the day that is laid over today, as many hours as today has had: a day that is not over would be compared with a
 * whole one. Days after it are laid over days to come, and left out.
 */
function comparedWith(
  range: Range,
  compare: Comparison,
  { today, time, timedDays }: Pick<Context, 'today' | 'time' | 'timedDays'>,
): Range | null {
  const days = comparedDays(range, compare);
  if (!days || today < range.from || today > range.to) return days;
  const alike = addDays(days.from, daysBetween(range.from, today));
  if (alike > days.to || daysBetween(alike, today) > timedDays) return days;
  return { from: days.from, to: alike, until: time };
}

/** The days of the filter in the zone of the project, or the last 30 if it has none. */
export async function contextOf(db: Db | Tx, now: Date, filter: ReportFilter): Promise<Context> {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('project_settings as s', 's.project_id', 'p.project_id')
    .leftJoin('cube_refolds as f', 'f.project_id', 'p.project_id')
    .select(['p.timezone', 'p.currency', 'p.platform', 's.day_kind', 's.retention_days'])
    .select('f.from_date as refold_from')
    .select(sql<string>`(${now}::timestamptz at time zone p.timezone)::date`.as('today'))
    .select(sql<string>`to_char(${now}::timestamptz at time zone p.timezone, 'HH24:MI')`.as('time'))
    .where('p.project_id', '=', filter.projectId)
    .executeTakeFirstOrThrow();
  const range = rangeOf(filter, row.today);
  // Partitions of single days; of older rows there is one for a month, of which a report cannot read a day.
  const timedDays = Math.min(DAILY_DAYS, (row.retention_days ?? DAILY_DAYS) - 1);
  return {
    range,
    compared: comparedWith(range, filter.compare ?? 'none', { ...row, timedDays }),
    timezone: row.timezone,
    currency: row.currency,
    platform: row.platform === 'web' ? 'web' : 'app',
    dayKind: row.day_kind === '24h' ? '24h' : 'calendar',
    today: row.today,
    time: row.time,
    timedDays,
    isCubeReady: row.refold_from === null,
  };
}

export function presentContext(context: Context, notes: MoneyNotes): ReportContext {
  return {
    ...context.range,
    compared: context.compared && { until: null, ...context.compared },
    timezone: context.timezone,
    currency: context.currency,
    day_kind: context.dayKind,
    unconverted: notes.unconverted,
    has_old_rates: notes.oldRates > 0,
  };
}
