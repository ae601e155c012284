import type { SkanDayBasis } from '@trailmark/contract/skan-report';
import { LONGEST_DELAY_DAYS, MEAN_DELAY_DAYS } from '@trailmark/core/skan/report/mean-delay';
import { type RawBuilder, sql } from 'kysely';
import type { CampaignScope } from '../../../access/campaign-scope.ts';
import type { Context } from '../../../report/context.ts';
import { onLocalDays } from '../../../report/local-days.ts';

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

/** The day of a postback, and whether it is in the period. Postbacks are found by the time of their arrival. */
export function onDays({ dayBasis }: SkanSelection, context: Context) {
  if (dayBasis === 'received') return onLocalDays(sql.ref('p.received_at'), context, context.range);
  const { local, isInRange } = onLocalDays(installedAt, context, context.range);
  const { from, to } = context.range;
  const arrived = sql`p.received_at >= ((${from}::date - 1)::timestamp at time zone ${context.timezone})
    and p.received_at < ((${to}::date + ${sql.lit(LONGEST_DELAY_DAYS + 2)})::timestamp at time zone ${context.timezone})`;
  return { local, isInRange: sql<boolean>`(${arrived} and ${isInRange})` };
}

/** The condition on a postback `p`, its network and campaign apart. */
export function matchesPostback(selection: SkanSelection, context: Context): RawBuilder<boolean> {
  const { projectId, countries, windows, conversionTypes, frameworks } = selection;
  const parts = [
    sql`p.project_id = ${projectId} and p.counted and ${onDays(selection, context).isInRange}`,
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
