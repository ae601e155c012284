import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartitions, dayOf, dropPartitionsBefore, PARTITIONED } from '../db/partitions.ts';
import { DAY_MS } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { describePlan } from './describe-plan.ts';
import { listMonthsToMerge, mergeMonths } from './merge-months.ts';

// On a cluster partitions are merged before there is one.
const onOne = test.runIf(process.env.TEST_POSTGRES !== 'cluster');
const NOW = new Date('2026-06-15T12:00:00Z');
const FIRST = Date.parse('2026-04-10T00:00:00Z');
const DAYS = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PROJECT = '00000000-0000-4000-8000-000000000001';

/** An event at the first and the last moment of each day. */
async function plantDays(): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(new Date(FIRST + n * DAY_MS)));
  const partitions = createPartitions(database.pool, { now: () => NOW });
  for (const table of PARTITIONED) await partitions.ensure(table, days);
  await database.pool.query(
    `insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, link_id, campaign_id, platform, country, network)
    select $1, gen_random_uuid(), at, at, 'i', 'event', at::text, gen_random_uuid(), gen_random_uuid(), 'ios', 'IN', 'META'
    from unnest($2::date[]) day cross join lateral (values
      (day::timestamp at time zone 'UTC'), ((day + 1)::timestamp at time zone 'UTC' - interval '1 microsecond')) t (at)`,
    [PROJECT, days],
  );
}

const rows = async () => (await database.pool.query('select * from events order by occurred_at')).rows;

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

onOne(
  'partitions of days become those of months, with every row, and are dropped when nobody keeps them',
  async () => {
    await plantDays();
    const before = await rows();
    expect(before).toHaveLength(2 * DAYS);
    const plan = async () => (await describePlan(database.pool, { shards: 32, now: NOW })).join('\n');
    const relations = async () => /hold (\d+) tables/.exec(await plan())?.[1];
    expect(await plan()).toContain('Partitions of past months are put together first');
    const planned = await relations();

    const client = await database.pool.connect();
    try {
      expect(await mergeMonths(client, NOW, () => {})).toBe(2 * PARTITIONED.length);
      expect(await mergeMonths(client, NOW, () => {})).toBe(0);
    } finally {
      client.release();
    }
    expect(await relations()).toBe(planned);
    expect(await listMonthsToMerge(database.pool, NOW)).toEqual([]);
    const names = await partitionsOf('events');
    expect(names.slice(0, 2)).toEqual(['events_20260410_to_20260430', 'events_20260501_to_20260531']);
    // Days of the month that is not over stay as they are.
    expect(names.slice(2)).toContain('events_20260601');
    expect(await rows()).toEqual(before);

    // A day of a month that has one now, and one that no partition had.
    const partitions = createPartitions(database.pool, { now: () => NOW });
    await partitions.ensure('events', ['2026-04-20', '2026-04-09']);
    expect(await partitionsOf('events')).toHaveLength(names.length + 1);

    expect(await dropPartitionsBefore(database.pool, 'events', '2026-05-31')).toHaveLength(2);
    expect(await rows()).toEqual(before.filter(({ occurred_at }) => occurred_at >= new Date('2026-05-01')));
  },
);
