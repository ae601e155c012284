import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createPartitions, dayOf, dropPartitionsBefore } from './partitions.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const clock = { now: () => NOW };
const daysAgo = (days: number) => dayOf(new Date(NOW.getTime() - days * DAY_MS));
const every = (step: number, days: number) =>
  Array.from({ length: Math.ceil(days / step) }, (_, n) => daysAgo(n * step));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function names(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'impressions'::regclass order by 1`);
  return rows.map(({ name }) => name);
}
afterEach(async () => {
  for (const name of await names()) await database.pool.query(`drop table ${name}`);
});

/** A row on each of these days; the database refuses one that has no partition. */
async function put(days: string[]): Promise<void> {
  await database.pool.query(
    `insert into impressions (project_id, id, viewed_at, link_id, campaign_id, network, platform, country, device_key)
    select gen_random_uuid(), gen_random_uuid(), (day || 'T23:59:59.999Z')::timestamptz, gen_random_uuid(),
      gen_random_uuid(), 'META', 'ios', '', gen_random_uuid()
    from unnest($1::text[]) as d (day)`,
    [days],
  );
}

describe('partitions', () => {
  test('of recent days are daily, and of older months monthly', async () => {
    const days = [daysAgo(0), daysAgo(59), '2026-08-31', '2026-08-01', '2024-02-29', '2024-02-01'];
    await createPartitions(database.pool, clock).ensure('impressions', days);
    await put(days);
    expect(await names()).toEqual([
      'impressions_20240201_to_20240229',
      'impressions_20260801_to_20260831',
      'impressions_20260918',
      'impressions_20261116',
    ]);
  });

  test('of a thousand days far apart are no thousand tables', async () => {
    const days = every(3, 3000);
    expect(days).toHaveLength(1000);
    await createPartitions(database.pool, clock).ensure('impressions', days);
    await put(days);
    // One for each of about 98 months, and one for each day of the last two that is named.
    expect((await names()).length).toBeLessThanOrEqual(98 + 30);
  });

  test('fill what is left of a month in which some days have one of their own', async () => {
    const before = { now: () => new Date('2025-03-20T00:00:00Z') };
    await createPartitions(database.pool, before).ensure('impressions', ['2025-03-04', '2025-03-10']);
    const days = ['2025-03-31', '2025-03-01', '2025-03-03', '2025-03-05', '2025-03-04', '2025-03-11'];
    await createPartitions(database.pool, clock).ensure('impressions', days);
    await put(days);
    expect(await names()).toEqual([
      'impressions_20250301_to_20250303',
      'impressions_20250304',
      'impressions_20250305_to_20250309',
      'impressions_20250310',
      'impressions_20250311_to_20250331',
    ]);
  });

  test('are made by several processes at once, old and new days alike', async () => {
    // A process whose clock is wrong wants days where the others want months.
    const slow = { now: () => new Date('2025-06-30T00:00:00Z') };
    const days = every(7, 700);
    const makers = [clock, slow, clock, slow].map((one) => createPartitions(database.pool, one));
    await Promise.all(
      makers.map((maker, n) => maker.ensure('impressions', n < 2 ? days : days.toReversed())),
    );
    await put(days);
    for (const maker of makers) maker.expect('impressions', days);
  });

  test('are dropped only when no day of theirs is to be kept', async () => {
    const days = ['2025-01-31', '2025-02-01', '2025-03-01'];
    await createPartitions(database.pool, clock).ensure('impressions', days);
    expect(await dropPartitionsBefore(database.pool, 'impressions', '2025-02-28')).toEqual([
      'impressions_20250101_to_20250131',
    ]);
    expect(await dropPartitionsBefore(database.pool, 'impressions', '2025-03-01')).toEqual([
      'impressions_20250201_to_20250228',
    ]);
    expect(await names()).toEqual(['impressions_20250301_to_20250331']);
  });
});
