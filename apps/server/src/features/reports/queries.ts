import type { Stats } from '@trailmark/contract/stats';
import { ORGANIC } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import type { Db } from '../../db/connection.ts';
import { dailyRollups } from '../../db/rollup-rows.ts';

export interface Asked {
  projectId: string;
  from?: string | undefined;
  to?: string | undefined;
  scope: CampaignScope;
}

export interface Range {
  from: string;
  to: string;
  timezone: string;
}

const DEFAULT_DAYS = 30;
const ALL_TIME = { from: '0001-01-01', to: '9999-12-31' };

/** The asked days; the last 30 in the zone of the project where nothing is asked for. */
export async function rangeOf(db: Db, now: Date, { projectId, from, to }: Asked): Promise<Range> {
  const row = await db
    .selectFrom('projects')
    .select(['timezone', sql<string>`(${now}::timestamptz at time zone timezone)::date`.as('today')])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const last = to ?? (from && from > row.today ? from : row.today);
  const start = new Date(Date.parse(last) - (DEFAULT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from: from ?? start, to: last, timezone: row.timezone };
}

interface Sum {
  local_date: string | null;
  metric: string;
  is_organic: boolean;
  currency: string;
  count: number;
  amount: string;
}

function scoped(db: Db, { projectId, scope }: Asked, range: { from: string; to: string }) {
  const rows = dailyRollups(db, projectId, range);
  if (scope.all) return rows;
  // An empty list means that nothing may be seen.
  return rows.where(sql<boolean>`r.campaign_id = any(${scope.campaigns}::uuid[])`);
}

async function sums(
  db: Db,
  asked: Asked,
  { range, byDay }: { range: { from: string; to: string }; byDay: boolean },
) {
  const day = byDay ? sql<string | null>`r.local_date` : sql<string | null>`null::date`;
  const rows: Sum[] = await scoped(db, asked, range)
    .select(day.as('local_date'))
    .select(['r.metric', sql<boolean>`r.network = ${ORGANIC}`.as('is_organic'), 'r.currency'])
    .select([sql<number>`sum(r.count)::bigint`.as('count'), sql<string>`sum(r.amount)::text`.as('amount')])
    .groupBy(sql`1, 2, 3, 4`)
    .execute();
  return rows;
}

/** Amounts of a metric by currency; the sums come exact from the database, one row for organic and one for not. */
function moneyOf(rows: Sum[], signs: Record<string, 1 | -1>) {
  const cents = new Map<string, bigint>();
  for (const row of rows) {
    const sign = signs[row.metric];
    if (sign === undefined) continue;
    cents.set(row.currency, (cents.get(row.currency) ?? 0n) + BigInt(sign) * scaled(row.amount));
  }
  return [...cents]
    .map(([currency, value]) => ({ amount: unscaled(value), currency }))
    .sort((one, other) => one.currency.localeCompare(other.currency));
}

const PLACES = 8;

function scaled(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
  return amount.startsWith('-') ? -value : value;
}

function unscaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

function statsOf(rows: Sum[]): Stats {
  const count = (metric: string, isOrganic?: boolean) =>
    rows
      .filter((row) => row.metric === metric && (isOrganic === undefined || row.is_organic === isOrganic))
      .reduce((all, row) => all + row.count, 0);
  return {
    impressions: count('impressions'),
    clicks: count('clicks'),
    unique_clicks: count('unique_clicks'),
    installs: count('installs'),
    attributed_installs: count('installs', false),
    organic_installs: count('installs', true),
    reinstalls: count('reinstalls'),
    reengagements: count('reengagements'),
    reattributions: count('reattributions'),
    suspicious_installs: count('suspicious_installs'),
    signups: count('signups'),
    events: count('events'),
    payments: count('payments'),
    revenue: moneyOf(rows, { payments: 1, refunds: -1 }),
    refunds: moneyOf(rows, { refunds: 1 }),
  };
}

export async function readStats(db: Db, now: Date, asked: Asked) {
  const range = await rangeOf(db, now, asked);
  const [total, lifetime, days] = await Promise.all([
    sums(db, asked, { range, byDay: false }),
    sums(db, asked, { range: ALL_TIME, byDay: false }),
    sums(db, asked, { range, byDay: true }),
  ]);
  return {
    ...range,
    total: statsOf(total),
    lifetime: statsOf(lifetime),
    days: [...groupByDay(days)]
      .map(([date, rows]) => ({ date, ...statsOf(rows) }))
      .sort((one, other) => one.date.localeCompare(other.date)),
  };
}

function groupByDay(rows: Sum[]): Map<string, Sum[]> {
  const groups = new Map<string, Sum[]>();
  for (const row of rows)
    groups.set(row.local_date ?? '', [...(groups.get(row.local_date ?? '') ?? []), row]);
  return groups;
}

export async function readEvents(db: Db, now: Date, asked: Asked) {
  const range = await rangeOf(db, now, asked);
  const rows = await scoped(db, asked, range)
    .select(['r.event_name as name', 'r.local_date as date', 'r.metric'])
    .select(sql<number>`sum(r.count)::bigint`.as('count'))
    .where('r.metric', 'in', ['events', 'first_events'])
    .groupBy(['r.event_name', 'r.local_date', 'r.metric'])
    .orderBy('r.local_date')
    .execute();
  const names = [...new Set(rows.map((row) => row.name))];
  const sum = (name: string, metric: string) =>
    rows.filter((row) => row.name === name && row.metric === metric).reduce((all, row) => all + row.count, 0);
  const events = names.map((name) => ({
    name,
    count: sum(name, 'events'),
    first_time_installs: sum(name, 'first_events'),
    days: rows
      .filter((row) => row.name === name && row.metric === 'events' && row.count !== 0)
      .map(({ date, count }) => ({ date, count })),
  }));
  return {
    ...range,
    events: events.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
  };
}
