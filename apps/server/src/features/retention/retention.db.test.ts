import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions, dayOf, PARTITIONED } from '../../db/partitions.ts';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteInBatches } from './delete-in-batches.ts';

const NOW = new Date('2026-06-15T20:00:00Z');
const ago = (days: number) => later(NOW, -days * DAY_MS);

let server: TestServer;
let projectId: string;
let otherId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await sql`truncate projects cascade`.execute(server.db);
  await sql`truncate event_keys, signed_answers, touch_uses, payment_removals, click_days, person_days, decisions,
    rollup_days`.execute(server.db);
  for (const name of await partitions()) await sql`drop table ${sql.table(name)}`.execute(server.db);
  server.clock.set(NOW);
  ({ projectId } = await buildProject(server));
  ({ projectId: otherId } = await buildProject(server));
});

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('clicks'::regclass, 'impressions'::regclass, 'events'::regclass) order by 1`.execute(
    server.db,
  );
  return rows.map((row) => row.name);
}

async function run(name: 'make-partitions' | 'apply-retention'): Promise<void> {
  await enqueue(server.db, name, {});
  await server.runJobs();
  const { rows } = await sql`select last_error from graphile_worker._private_jobs`.execute(server.db);
  expect(rows).toEqual([]);
}

async function keep(project: string, days: number): Promise<void> {
  const settings = { project_id: project, retention_days: days, updated_at: NOW };
  await server.db.insertInto('project_settings').values(settings).execute();
}

const dimensions = { platform: 'android', country: 'IN', network: 'META' };

/** A click, a view and an event at one instant. */
async function plant(project: string, at: Date): Promise<void> {
  const made = createPartitions(server.pool, server.clock);
  for (const table of PARTITIONED) await made.ensure(table, [dayOf(at)]);
  const ids = {
    project_id: project,
    id: newId(at),
    link_id: newId(at),
    campaign_id: newId(at),
    ...dimensions,
  };
  const touch = { ...ids, device_key: newId(at) };
  await server.db
    .insertInto('clicks')
    .values({ ...touch, clicked_at: at, outcome: 'store' })
    .execute();
  await server.db
    .insertInto('impressions')
    .values({ ...touch, viewed_at: at })
    .execute();
  await server.db
    .insertInto('events')
    .values({ ...ids, occurred_at: at, received_at: at, install_id: 'i', kind: 'event', name: 'tap' })
    .execute();
}

/** How many days ago the rows of a project lie. */
async function ages(table: (typeof PARTITIONED)[number], project: string): Promise<number[]> {
  const column = { clicks: 'clicked_at', impressions: 'viewed_at', events: 'occurred_at' }[table];
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from ${NOW}::timestamptz - ${sql.ref(column)}) / 86400)::int as days
    from ${sql.table(table)} where project_id = ${project} order by 1`.execute(server.db);
  return rows.map((row) => row.days);
}

describe('partitions', () => {
  test('are made for the week ahead and the days before, also when some are there', async () => {
    await run('make-partitions');
    const first = await partitions();
    expect(first).toHaveLength(30);
    expect(first).toContain('clicks_20260613');
    expect(first).toContain('events_20260622');
    expect(first).not.toContain('clicks_20260612');
    expect(first).not.toContain('events_20260623');
    server.clock.advance(DAY_MS);
    await run('make-partitions');
    expect((await partitions()).filter((name) => !first.includes(name))).toEqual([
      'clicks_20260623',
      'events_20260623',
      'impressions_20260623',
    ]);
  });

  /** One project keeps 30 days, the other 60. */
  async function plantKept() {
    await keep(projectId, 30);
    await keep(otherId, 60);
    for (const days of [29, 31, 59, 60, 61]) {
      await plant(projectId, ago(days));
      await plant(otherId, ago(days));
    }
    await run('apply-retention');
  }

  test('are dropped when the project that keeps longest does not need them', async () => {
    await plantKept();
    expect((await partitions()).filter((name) => name.startsWith('clicks'))).toEqual(
      [60, 59, 31, 29].map((days) => `clicks_${dayOf(ago(days)).replaceAll('-', '')}`),
    );
  });

  test('lose what each project does not keep, and nothing else', async () => {
    await plantKept();
    for (const table of PARTITIONED) {
      expect(await ages(table, projectId)).toEqual([29]);
      expect(await ages(table, otherId)).toEqual([29, 31, 59, 60]);
    }
  });

  test('are kept for 400 days when nobody says otherwise', async () => {
    for (const days of [399, 402]) await plant(projectId, ago(days));
    await run('apply-retention');
    for (const table of PARTITIONED) expect(await ages(table, projectId)).toEqual([399]);
  });

  test('follow the clock', async () => {
    await keep(projectId, 30);
    await keep(otherId, 30);
    await plant(projectId, ago(29));
    await run('apply-retention');
    expect(await ages('events', projectId)).toEqual([29]);
    server.clock.advance(2 * DAY_MS);
    await run('apply-retention');
    expect(await ages('events', projectId)).toEqual([]);
  });
});

test('days are counted where the project is', async () => {
  await keep(projectId, 30);
  // In Kolkata it is already the 16th.
  for (const local_date of ['2026-05-16', '2026-05-17', '2026-06-15']) {
    const click = { project_id: projectId, local_date, link_id: newId(NOW), device_key: newId(NOW) };
    await server.db
      .insertInto('click_days')
      .values({ ...click, campaign_id: newId(NOW), ...dimensions })
      .execute();
    await server.db
      .insertInto('person_days')
      .values({ project_id: projectId, local_date, install_id: 'i' })
      .execute();
  }
  await run('apply-retention');
  for (const table of ['click_days', 'person_days'] as const) {
    const rows = await server.db.selectFrom(table).select('local_date').orderBy('local_date').execute();
    expect(rows.map((row) => row.local_date)).toEqual(['2026-05-17', '2026-06-15']);
  }
});

test('daily rollups are kept for ever', async () => {
  const counter = { metric: 'clicks', campaign_id: newId(NOW), link_id: newId(NOW), ...dimensions };
  const row = { project_id: projectId, ...counter, event_name: '', currency: '', count: 1, amount: 0 };
  for (const local_date of ['2020-06-07', '2026-06-08', '2026-06-16']) {
    await server.db
      .insertInto('rollup_days')
      .values({ ...row, local_date })
      .execute();
  }
  await run('apply-retention');
  expect(await server.db.selectFrom('rollup_days').selectAll().execute()).toHaveLength(3);
});

test('keys of events, used touches, removals of payments, sent installs and signed answers go when their time is over', async () => {
  const old = { project_id: projectId };
  const key = (at: Date) => newId(at);
  for (const [project_id, ms] of [
    [projectId, SECOND_MS],
    [otherId, -SECOND_MS],
  ] as const) {
    const then = later(ago(90), -ms);
    await server.db
      .insertInto('event_keys')
      .values({ project_id, key: key(then), seen_at: then })
      .execute();
    await server.db
      .insertInto('touch_uses')
      .values({ project_id, touch_id: key(then), install_id: 'i', used_at: then })
      .execute();
    await server.db
      .insertInto('payment_removals')
      .values({ project_id, payment_id: 'p', user_id: '', removed_at: ago(100), received_at: then })
      .execute();
    await server.db
      .insertInto('sent_installs')
      .values({ project_id, dataset_id: '1', device_key: 'k', source_id: key(then), occurred_at: then })
      .execute();
    await server.db
      .insertInto('skan_values')
      .values({
        project_id,
        install_id: 'i',
        sequence: 0,
        version: 1,
        coarse: 'low',
        locked: false,
        facts: '{}',
        updated_at: later(NOW, -41 * DAY_MS - ms),
      })
      .execute();
    await server.db
      .insertInto('signed_answers')
      .values({
        project_id,
        signature: key(then),
        answer: '{}',
        answered_at: later(NOW, -10 * MINUTE_MS - ms),
      })
      .execute();
  }
  await run('apply-retention');
  const tables = [
    'event_keys',
    'touch_uses',
    'payment_removals',
    'sent_installs',
    'signed_answers',
    'skan_values',
  ] as const;
  for (const table of tables) {
    const rows = await server.db.selectFrom(table).select('project_id').execute();
    expect(rows).toEqual([{ project_id: otherId }]);
    expect(rows).not.toContainEqual(old);
  }
});

test('many rows go in several statements', async () => {
  await sql`insert into event_keys (project_id, key, seen_at)
    select ${projectId}, gen_random_uuid(), ${ago(100)}::timestamptz from generate_series(1, 25000)`.execute(
    server.db,
  );
  const keys = { table: 'event_keys', time: 'seen_at', key: 'key' } as const;
  expect(await deleteInBatches(server.db, keys, { projectId: otherId, before: NOW })).toBe(0);
  expect(await deleteInBatches(server.db, keys, { projectId, before: NOW })).toBe(25_000);
});
