import type { EventVolume } from '@trailmark/contract/stats';
import { negate, textOf, ZERO } from '@trailmark/core/metrics/decimal';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { eventNames } from '../../report/event-names.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches, type ReportQuery } from '../../report/query.ts';
import { dayRows } from '../../report/read-days.ts';
import { readRaw, readRawOrNull } from '../../report/read-raw.ts';
import { readSums } from '../../report/read-sums.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { countedName, countsAsEvent } from '../../rollups/counted-name.ts';
import { NO_FACTORS } from '../../rollups/factors.ts';

/** The most frequent; an app that makes up names has more than anybody reads. */
const MOST_NAMES = 1000;
const MONEY_PLACES = 6;

interface VolumeRow {
  name: string;
  day: string;
  count: number;
  firsts: number;
}

async function readVolumes(tx: Tx, query: ReportQuery): Promise<VolumeRow[]> {
  const names = await eventNames(tx, query);
  if (names.length === 0) return [];
  const columns = ['events', 'first_events'];
  const { rows } = await sql<VolumeRow>`
    select r.event_name as name, r.day, sum(r.events)::bigint as count, sum(r.first_events)::bigint as firsts
    from (${dayRows(query, NO_FACTORS, { columns, eventNames: names })}) r
    group by r.event_name, r.day
    order by r.day`.execute(tx);
  return rows;
}

const countedNames = sql.raw(countedName('e'));
const isEvent = sql.raw(countsAsEvent('e.kind'));

/** Distinct installs by event, from the events themselves. */
async function readInstalls(db: Db, query: ReportQuery): Promise<Map<string, number>> {
  const { filter, context, range } = query;
  const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, range);
  return await readRaw(db, query.filter.projectId, async (tx) => {
    const { rows } = await sql<{ name: string; installs: number }>`
      select ${countedNames} as name, count(distinct e.install_id) as installs
      from events e
      where e.project_id = ${filter.projectId} and ${isEvent} and ${isInRange} and ${matches(query, 'e')}
      group by 1`.execute(tx);
    return new Map(rows.map(({ name, installs }) => [name, installs]));
  });
}

interface HourRow {
  name: string;
  hour: number;
  count: number;
}

/** The hours of a single day, from the events themselves: rollups know whole days. */
async function readHours(db: Db, query: ReportQuery): Promise<Map<string, EventVolume['hours']>> {
  const { filter, context, range } = query;
  const hours = new Map<string, EventVolume['hours']>();
  if (range.from !== range.to || daysBetween(range.to, context.today) > context.timedDays) return hours;
  const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, range);
  const rows = await readRawOrNull(db, query.filter.projectId, async (tx) => {
    const read = await sql<HourRow>`
      select ${countedNames} as name, extract(hour from e.occurred_at at time zone ${context.timezone})::int as hour,
        count(*) as count
      from events e
      where e.project_id = ${filter.projectId} and ${isEvent} and ${isInRange} and ${matches(query, 'e')}
      group by 1, 2 order by 1, 2`.execute(tx);
    return read.rows;
  });
  for (const { name, hour, count } of rows ?? []) {
    hours.set(name, [...(hours.get(name) ?? []), { hour, count }]);
  }
  return hours;
}

const sumOf = <Row>(rows: Row[], number: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + number(row), 0);

function grouped(rows: VolumeRow[]): Map<string, VolumeRow[]> {
  const names = new Map<string, VolumeRow[]>();
  for (const row of rows) {
    const known = names.get(row.name);
    if (known) known.push(row);
    else names.set(row.name, [row]);
  }
  return names;
}

type Counted = Omit<EventVolume, 'installs' | 'revenue' | 'hours'>;

function volumesOf(rows: VolumeRow[], previous: VolumeRow[] | null): Counted[] {
  const [now, before] = [grouped(rows), previous && grouped(previous)];
  const names = new Set([...now.keys(), ...(before?.keys() ?? [])]);
  const volumes = [...names].map((name): Counted => {
    const own = now.get(name) ?? [];
    return {
      name,
      count: sumOf(own, ({ count }) => count),
      previous_count: before && sumOf(before.get(name) ?? [], ({ count }) => count),
      first_time_installs: sumOf(own, ({ firsts }) => firsts),
      days: own.filter(({ count }) => count !== 0).map(({ day, count }) => ({ date: day, count })),
    };
  });
  return volumes
    .filter((one) => one.count !== 0 || one.first_time_installs !== 0 || one.previous_count)
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_NAMES);
}

/** Every event by name. */
export async function readEvents(db: Db, now: Date, filter: ReportFilter & { distinct: boolean }) {
  const read = await inSnapshot(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    // Some campaigns are found at once among the rows by link, and not among all campaigns of an event.
    const by = [filter.campaigns || !filter.scope.all ? 'link' : 'none'] as const;
    const over = (range: Range): ReportQuery => ({ filter, context, range, by, reads: new Set() });
    const query = over(context.range);
    const rows = await readVolumes(tx, query);
    const previous = context.compared && (await readVolumes(tx, over(context.compared)));
    const money = await readSums(tx, { ...query, reads: new Set(['paid', 'refunded']) });
    return { context, query, volumes: volumesOf(rows, previous), money };
  });
  const { paid, refunded } = read.money.total().money;
  // Names of our own: apps cannot send them.
  const revenue = new Map([
    ['$payment', textOf(paid ?? ZERO, MONEY_PLACES)],
    ['$refund', textOf(negate(refunded ?? ZERO), MONEY_PLACES)],
  ]);
  const installs = filter.distinct ? await readInstalls(db, read.query) : null;
  const hours = await readHours(db, read.query);
  const events = read.volumes.map((volume) => ({
    ...volume,
    hours: hours.get(volume.name) ?? [],
    installs: installs && (installs.get(volume.name) ?? 0),
    revenue: revenue.get(volume.name) ?? null,
  }));
  return { ...presentContext(read.context, read.money.notes), events };
}
