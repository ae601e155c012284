import type { DayKind } from '@trailmark/contract/day-kind';
import type { Platform } from '@trailmark/contract/projects';
import type { Comparison, ReportContext } from '@trailmark/contract/report-filter';
import { sql } from 'kysely';
import type { CampaignScope } from '../access/campaign-scope.ts';
import type { Db, Tx } from '../db/connection.ts';
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

/** Both ends belong to it. */
export interface Range {
  from: string;
  to: string;
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
  /** Otherwise its money is in another currency or at other rates, and only the finest rollups can be read. */
  isCubeReady: boolean;
}

const USUAL_DAYS = 30;
const MOST_DAYS = 800;

function rangeOf({ from, to }: ReportFilter, today: string): Range {
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? addDays(last, 1 - USUAL_DAYS);
  // Two given ends were compared when they were read; a single one meets today here.
  if (daysBetween(first, last) > MOST_DAYS) {
    throw badField('from', `is more than ${MOST_DAYS} days ago`);
  }
  return { from: first, to: last };
}

function comparedWith({ from, to }: Range, compare: Comparison): Range | null {
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  // Before the first day that there is, nothing can be compared with.
  if (compare === 'none' || from === FIRST_DAY) return null;
  return { from: addDays(from, daysBetween(to, from) - 1), to: addDays(from, -1) };
}

/** The days of the filter in the zone of the project, or the last 30 if it has none. */
export async function contextOf(db: Db | Tx, now: Date, filter: ReportFilter): Promise<Context> {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('project_settings as s', 's.project_id', 'p.project_id')
    .leftJoin('cube_refolds as f', 'f.project_id', 'p.project_id')
    .select(['p.timezone', 'p.currency', 'p.platform', 's.day_kind', 'f.from_date as refold_from'])
    .select(sql<string>`(${now}::timestamptz at time zone p.timezone)::date`.as('today'))
    .where('p.project_id', '=', filter.projectId)
    .executeTakeFirstOrThrow();
  const range = rangeOf(filter, row.today);
  return {
    range,
    compared: comparedWith(range, filter.compare ?? 'none'),
    timezone: row.timezone,
    currency: row.currency,
    platform: row.platform === 'web' ? 'web' : 'app',
    dayKind: row.day_kind === '24h' ? '24h' : 'calendar',
    today: row.today,
    isCubeReady: row.refold_from === null,
  };
}

export function presentContext(context: Context, notes: MoneyNotes): ReportContext {
  return {
    ...context.range,
    compared: context.compared,
    timezone: context.timezone,
    currency: context.currency,
    day_kind: context.dayKind,
    unconverted: notes.unconverted,
    has_old_rates: notes.oldRates > 0,
  };
}
