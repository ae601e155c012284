import { type RawBuilder, sql } from 'kysely';
import { bulk } from '../db/bulk.ts';
import type { Tx } from '../db/connection.ts';
import { planForValues } from '../db/run-prepared.ts';
import { dimensionsOf } from '../rollups/grains.ts';
import { partOfDay } from './part-of-day.ts';
import { eventNamesOf, matches, neededColumns, type ReportQuery, withinCampaigns } from './query.ts';
import { metricOf, sumsOf } from './read-days.ts';

interface PartRow {
  hour: number | null;
  metric: string;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
  event_name: string;
  currency: string;
  count: number;
  amount: string;
}

const PART_ROWS = bulk<PartRow>({
  hour: 'int',
  metric: 'text',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  country: 'text',
  platform: 'text',
  event_name: 'text',
  currency: 'text',
  count: 'bigint',
  amount: 'numeric',
});

/** What a query reads of the days, and of single events. */
function countersOf(query: ReportQuery): string[] {
  const hasEvents = eventNamesOf(query.reads).length > 0;
  return [...sumsOf(query).columns.map(metricOf), ...(hasEvents ? ['events', 'first_events'] : [])];
}

/** The same for all statements of a report: raw rows are read once, and added up by what the query needs. */
export async function readPartOfDay(tx: Tx, query: ReportQuery): Promise<RawBuilder<unknown> | undefined> {
  const { filter, range, by, withinLinks } = query;
  const counters = countersOf(query);
  const table = partOfDay(query, counters);
  if (table === null || counters.length === 0) return undefined;
  await planForValues(tx);
  // Organic installs are recognised by it.
  const dimensions = dimensionsOf({ dimensions: [...neededColumns(query), 'network'] });
  const hour = by.includes('hour') ? sql`r.hour` : sql`null::int`;
  const rows = withinCampaigns(
    query,
    sql`select * from ${table} r
      where r.metric = any(${counters}::text[]) and ${matches({ filter, withinLinks }, 'r')}`,
  );
  const { rows: summed } = await sql<PartRow>`
    select ${hour} as hour, r.metric, ${dimensions}, r.event_name, r.currency, sum(r.count)::bigint as count,
      sum(r.amount) as amount
    from (${rows}) r
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(tx);
  return sql`(
    select ${filter.projectId}::uuid as project_id, ${range.to}::date as local_date, ${sql.raw(PART_ROWS.names)}
    from ${PART_ROWS.rows(summed)})`;
}
