import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { type Subject, unlike } from './checks.ts';
import type { Fact } from './facts.ts';

const COUNTERS = ['visits', 'page_views', 'screen_views', 'bounced_visits'];

interface CounterRow {
  metric: string;
  local_date: string;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
  count: number;
}

function sums<Row>(rows: Row[], keyOf: (row: Row) => unknown[], countOf: (row: Row) => number) {
  const found = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row).join(' · ');
    found.set(key, (found.get(key) ?? 0) + countOf(row));
  }
  return found;
}

const factKey = ({ what, date, dimensions: one }: Fact) => [
  ...[what, date, one.campaign, one.link, one.network, one.country, one.platform],
];

/** The counters of visits as rollups have them, by every dimension. */
export async function* checkVisits(db: Db, { projectId, facts }: Subject): AsyncGenerator<string> {
  const own = sql`select metric, local_date, campaign_id, link_id, network, country, platform, count`;
  const { rows } = await sql<CounterRow>`
    select * from (
      ${own} from rollup_days where project_id = ${projectId}
      union all
      ${own} from rollup_deltas where project_id = ${projectId}) r
    where metric = any(${COUNTERS}::text[])`.execute(db);
  const counted = sums(
    rows,
    (row) => [
      ...[row.metric, row.local_date, row.campaign_id, row.link_id],
      ...[row.network, row.country, row.platform],
    ],
    ({ count }) => count,
  );
  const expected = sums(
    facts.list.filter(({ what }) => COUNTERS.includes(what)),
    factKey,
    () => 1,
  );
  for (const key of new Set([...counted.keys(), ...expected.keys()])) {
    yield* unlike(key, counted.get(key) ?? 0, expected.get(key) ?? 0);
  }
}
