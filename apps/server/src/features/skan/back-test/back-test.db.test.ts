import {
  BACK_TEST_MINUTES,
  cancelSkanBackTest,
  getSkanBackTest,
  startSkanBackTest,
} from '@trailmark/contract/skan-back-test';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions, dayOf } from '../../../db/partitions.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts';
import { buildMember, buildProject, type TestPerson } from '../../../testing/build.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { runSkanBackTest } from './run-back-test.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const of = (projectId: string) => ({ query: { project_id: projectId } });
const latest = async (by: TestPerson, projectId: string) =>
  (await by.call(getSkanBackTest, of(projectId))).back_test;

interface Past {
  platform?: string;
  tracking?: boolean | null;
  denies?: boolean;
  days?: number;
  /** Name, hours after the first open, amount. */
  did?: [name: string, hours: number, amount?: string][];
}

/** An install of the past with what it did. */
async function plant(projectId: string, id: string, past: Past) {
  const installed = later(server.clock.now(), -(past.days ?? 50) * DAY_MS);
  await sql`insert into installs (project_id, install_id, platform, country, kind, first_seen_at, installed_at,
      campaign_id, link_id, network, updated_at, tracking_authorized, has_denied_analytics)
    values (${projectId}, ${id}, ${past.platform ?? 'android'}, 'IN', 'install', ${installed}, ${installed},
      ${projectId}, ${projectId}, 'NONE', ${installed}, ${past.tracking ?? null}, ${past.denies ?? false})`.execute(
    server.db,
  );
  for (const [name, hours, amount] of past.did ?? []) {
    const at = later(installed, hours * HOUR_MS);
    await createPartitions(server.pool, server.clock).ensure('events', new Set([dayOf(at)]));
    await sql`insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, platform, country,
        campaign_id, link_id, network, amount, currency)
      values (${projectId}, gen_random_uuid(), ${at}, ${at}, ${id}, ${amount ? 'payment' : 'event'}, ${name},
        'android', 'IN', ${projectId}, ${projectId}, 'NONE', ${amount ?? null}, ${amount ? 'INR' : null})`.execute(
      server.db,
    );
  }
}

async function buildHistory() {
  const { owner, projectId } = await buildProject(server);
  await sql`insert into event_names (project_id, name, admitted_at)
    values (${projectId}, 'cart', ${server.clock.now()})`.execute(server.db);
  await plant(projectId, 'a', {
    did: [
      ['$open', 0],
      ['cart', 1],
      ['cart', 30],
    ],
  });
  await plant(projectId, 'b', {
    did: [
      ['cart', 2],
      ['$payment', 40, '150'],
      ['$payment', 60, '400'],
    ],
  });
  await plant(projectId, 'c', { platform: 'ios', tracking: true, days: 20, did: [['$payment', 1, '20']] });
  // None of these: no consent, refused, too young, too old, after the last window.
  await plant(projectId, 'd', { platform: 'ios', tracking: false, did: [['$payment', 1, '20']] });
  await plant(projectId, 'e', { denies: true, did: [['cart', 1]] });
  await plant(projectId, 'f', { days: 1, did: [['cart', 1]] });
  await plant(projectId, 'g', { days: 100, did: [['cart', 1]] });
  return { owner, projectId };
}

const MINE = {
  name: 'Mine',
  bases: ['cart', { type: 'revenue' as const, bounds: ['100', '500'] }],
};

describe('a back-test', () => {
  test('replays what the project has seen, and proposes the best', async () => {
    const { owner, projectId } = await buildHistory();
    const started = await owner.call(startSkanBackTest, { ...of(projectId), body: { candidates: [MINE] } });
    expect(started).toMatchObject({ state: 'waiting', progress: 0, best: null, currency: 'INR' });
    await expect(owner.call(startSkanBackTest, { ...of(projectId), body: {} })).rejects.toMatchObject({
      code: 'conflict',
    });
    await server.runJobs();
    const done = await latest(owner, projectId);
    expect(done).toMatchObject({ state: 'done', progress: 1, installs: 3, installs_available: 3 });
    const [mine, ...proposed] = done?.candidates ?? [];
    expect(proposed.map(({ name }) => name)).toEqual([
      'Revenue',
      'Events',
      'Funnel and revenue',
      'cart and revenue',
    ]);
    // a: cart; b: cart and 150; c: below the first bucket.
    expect(mine?.outcome?.values.slice(0, 6)).toEqual([1, 1, 0, 1, 0, 0]);
    expect(mine?.outcome?.coarse).toEqual([
      { low: 1, medium: 1, high: 1 },
      { low: 2, medium: 0, high: 1 },
      // That of c is not over.
      { low: 2, medium: 0, high: 0 },
    ]);
    expect(mine?.outcome?.tiers[0]).toEqual({ tier: 0, installs: 3, nulls: 3 });
    // 170 were paid; the bucket of 100 to 500 is worth the root of 100 × 500.
    expect(mine?.outcome?.revenue).toEqual({ actual: 170, decoded: 224, decoded_with_tiers: 0 });
    expect(mine?.outcome?.events).toEqual([
      { name: 'cart', installs: 2, seen: 2 },
      { name: 'payment', installs: 2, seen: 1 },
    ]);
    const scores = done?.candidates.map(({ outcome }) => outcome?.score ?? 0) ?? [];
    const best = done?.candidates.find(({ name }) => name === done.best);
    expect(best?.outcome?.score).toBe(Math.max(...scores));
  });

  test('of few installs proposes revenue, and says that values would be withheld', async () => {
    const { owner, projectId } = await buildHistory();
    await owner.call(startSkanBackTest, { ...of(projectId), body: {} });
    await server.runJobs();
    const done = await latest(owner, projectId);
    expect(done).toMatchObject({ values_withheld: true, stopped_early: false });
    // 20, and 150 and 400: buckets cover what was paid, though there is too little history for more.
    const revenue = { type: 'revenue', min: '20', max: '150' };
    const best = done?.candidates.find(({ name }) => name === done.best);
    expect(best?.bases).toContainEqual(revenue);
    const outcomes = done?.candidates.map(({ bases, outcome }) => ({
      hasRevenue: bases.some((base) => typeof base !== 'string' && base.type === 'revenue'),
      score: outcome?.score ?? 0,
    }));
    const scores = (hasRevenue: boolean) =>
      outcomes?.filter((one) => one.hasRevenue === hasRevenue).map(({ score }) => score) ?? [];
    expect(Math.max(...scores(true))).toBeGreaterThan(Math.max(...scores(false)));
  });

  test('is over when its time is, with what was replayed until then', async () => {
    const { owner, projectId } = await buildProject(server);
    const installed = later(server.clock.now(), -9 * DAY_MS);
    await sql`insert into installs (project_id, install_id, platform, country, kind, first_seen_at, installed_at,
        campaign_id, link_id, network, updated_at)
      select ${projectId}, 'many-' || n, 'android', 'IN', 'install', ${installed}, ${installed}, ${projectId},
        ${projectId}, 'NONE', ${installed} from generate_series(1, 600) n`.execute(server.db);
    const body = { candidates: [{ name: 'Mine', bases: ['signup'] }], propose: false };
    const { back_test_id } = await owner.call(startSkanBackTest, { ...of(projectId), body });
    let passed = 0;
    // Each look at the clock is the whole time later.
    const clock = {
      now: () => {
        passed += 1;
        return later(server.clock.now(), passed * BACK_TEST_MINUTES * MINUTE_MS);
      },
    };
    const payload = { project_id: projectId, back_test_id, propose: false };
    await runSkanBackTest.run({ ...server.kit, clock }, payload, new AbortController().signal);
    expect(await latest(owner, projectId)).toMatchObject({
      state: 'done',
      stopped_early: true,
      installs: 500,
      installs_available: 600,
      best: 'Mine',
    });
  });

  test('that cannot be done has failed, and another can begin', async () => {
    const { owner, projectId } = await buildHistory();
    const body = { candidates: [MINE], propose: false };
    const { back_test_id } = await owner.call(startSkanBackTest, { ...of(projectId), body });
    // What no version of this program has written.
    await sql`update skan_back_tests set candidates = '[{"name": "Mine", "schema": null}]'
      where project_id = ${projectId} and back_test_id = ${back_test_id}`.execute(server.db);
    await server.runJobs();
    const { rows } = await sql<{ state: string; finished_at: Date | null }>`
      select state, finished_at from skan_back_tests where project_id = ${projectId}`.execute(server.db);
    expect(rows).toEqual([{ state: 'failed', finished_at: server.clock.now() }]);
    server.clock.advance(MINUTE_MS);
    expect(await owner.call(startSkanBackTest, { ...of(projectId), body })).toMatchObject({
      state: 'waiting',
    });
    await server.runJobs();
    expect(await latest(owner, projectId)).toMatchObject({ state: 'done', installs: 3 });
  });

  test('is stopped, and another can begin', async () => {
    const { owner, projectId } = await buildHistory();
    await owner.call(startSkanBackTest, { ...of(projectId), body: { candidates: [MINE], propose: false } });
    const { back_test } = await owner.call(cancelSkanBackTest, of(projectId));
    expect(back_test).toMatchObject({ state: 'cancelled', best: null });
    await server.runJobs();
    expect(await latest(owner, projectId)).toMatchObject({ state: 'cancelled' });
    server.clock.advance(MINUTE_MS);
    await owner.call(startSkanBackTest, { ...of(projectId), body: { candidates: [MINE], propose: false } });
    await server.runJobs();
    const done = await latest(owner, projectId);
    expect(done?.state).toBe('done');
    expect(done?.candidates.map(({ name }) => name)).toEqual(['Mine']);
  });

  test('has nothing to say without history', async () => {
    const { owner, projectId } = await buildProject(server);
    expect(await latest(owner, projectId)).toBeNull();
    await owner.call(startSkanBackTest, { ...of(projectId), body: {} });
    await server.runJobs();
    expect(await latest(owner, projectId)).toMatchObject({
      state: 'done',
      installs: 0,
      candidates: [],
      best: null,
    });
  });

  test.each([
    ['an unknown event', { bases: ['never'] }, { 'candidates.0.bases.0': 'is not an event of this project' }],
    [
      'another currency',
      { bases: [{ type: 'revenue' as const, currency: 'EUR' }] },
      { 'candidates.0.bases': 'name a currency: a back-test is in the currency of the project' },
    ],
  ])('is refused with %s', async (_, form, fields) => {
    const { owner, projectId } = await buildProject(server);
    const body = { candidates: [{ name: 'Mine', ...form }] };
    await expect(owner.call(startSkanBackTest, { ...of(projectId), body })).rejects.toMatchObject({ fields });
    const viewer = await buildMember(server, projectId, 'viewer');
    await expect(viewer.call(startSkanBackTest, { ...of(projectId), body: {} })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
