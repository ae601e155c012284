import type { SkanDayBasis } from '@trailmark/contract/skan-report';
import {
  LONGEST_DELAY_DAYS,
  MEAN_DELAY_DAYS,
  RANDOM_DELAY_DAYS,
} from '@trailmark/core/skan/report/mean-delay';
import { type RawBuilder, sql } from 'kysely';
import type { CampaignScope } from '../../../access/campaign-scope.ts';
import type { ReportDays } from './report-days.ts';

/** What a SKAN report is filtered by, and what of the project exists for the caller. */
export interface SkanSelection {
  projectId: string;
  scope: CampaignScope;
  from?: string | undefined;
  to?: string | undefined;
  dayBasis: SkanDayBasis;
  networks?: string[] | undefined;
  campaigns?: string[] | undefined;
  countries?: string[] | undefined;
  windows?: string[] | undefined;
  conversionTypes?: string[] | undefined;
  frameworks?: string[] | undefined;
}

const HOURS = 24;
/** In hours: days of the calendar are not all of one length. */
const hours = (days: number) => sql`make_interval(hours => ${sql.lit(days * HOURS)})`;

/** SKAdNetwork before version 4; the first version sends none. */
export const isEarly = sql<boolean>`(p.framework = 'skadnetwork' and coalesce(p.version, '1.0') < '4' collate "C")`;

const [first, second, third] = MEAN_DELAY_DAYS.windows;

/** When the install of a postback was, on average. */
export const installedAt = sql`(p.received_at - case when ${isEarly} then ${hours(MEAN_DELAY_DAYS.early)}
  when p.sequence = 1 then ${hours(second)} when p.sequence = 2 then ${hours(third)} else ${hours(first)} end)`;

const [afterFirst, afterSecond, afterThird] = RANDOM_DELAY_DAYS;

/** When the window of a postback ended, on average: until then its app could set a value. */
const windowEndedAt = sql`(p.received_at - case when ${isEarly} then ${hours(MEAN_DELAY_DAYS.early)}
  when p.sequence = 1 then ${hours(afterSecond)} when p.sequence = 2 then ${hours(afterThird)} else ${hours(afterFirst)} end)`;

/**
 * How many activations were before the install. An install from before the first of them is handed values by that one as
 * long as it is in a window.
 */
export function activationOf(activatedAt: readonly Date[]): RawBuilder<number> {
  const [first] = activatedAt;
  if (first === undefined) return sql<number>`0`;
  return sql<number>`greatest(width_bucket(${installedAt}, ${activatedAt}::timestamptz[]),
    (${windowEndedAt} >= ${first}::timestamptz)::int)`;
}

/** The instant that decides on which day a postback is. */
export const instantOf = ({ dayBasis }: SkanSelection) =>
  dayBasis === 'received' ? sql.ref('p.received_at') : installedAt;

/** Whether a postback is in the period. Postbacks are found by the time of their arrival. */
function isOnDays(selection: SkanSelection, { starts }: ReportDays): RawBuilder<boolean> {
  const [from, to] = [starts.at(0), starts.at(-1)];
  const isWithin = sql`${instantOf(selection)} >= ${from} and ${instantOf(selection)} < ${to}`;
  if (selection.dayBasis === 'received') return sql<boolean>`(${isWithin})`;
  return sql<boolean>`(p.received_at >= ${from} and p.received_at < ${to}::timestamptz + ${hours(LONGEST_DELAY_DAYS)}
    and ${isWithin})`;
}

/** The condition on a postback `p`, its network and campaign apart. */
export function matchesPostback(selection: SkanSelection, days: ReportDays): RawBuilder<boolean> {
  const { projectId, countries, windows, conversionTypes, frameworks } = selection;
  const parts = [
    sql`p.project_id = ${projectId} and p.counted and ${isOnDays(selection, days)}`,
    countries && sql`coalesce(p.country, '') = any(${countries}::text[])`,
    windows && sql`p.sequence = any(${windows}::smallint[])`,
    conversionTypes && sql`p.conversion_type = any(${conversionTypes}::text[])`,
    frameworks && sql`p.framework = any(${frameworks}::text[])`,
  ];
  return sql<boolean>`(${sql.join(
    parts.filter((part) => part !== undefined),
    sql` and `,
  )})`;
}
