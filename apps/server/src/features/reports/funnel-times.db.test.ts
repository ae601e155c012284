import { getFunnel, getFunnelExample } from '@trailmark/contract/stats';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { buildProject } from '../../testing/build.ts';
import { buildReportFixture, type ReportFixture } from '../../testing/report-fixture.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const START = new Date('2026-03-01T00:00:00Z');
const NAMES = ['look', 'choose', 'buy'];
const RANGE = { from: '2026-03-02', to: '2026-03-04' };
const WITHIN_HOURS = 30;

/** Random events of twelve people, as a server imports them. */
async function plantEvents(fixture: ReportFixture, seed: number) {
  const event = fc.record({
    user: fc.integer({ min: 0, max: 11 }),
    name: fc.constantFrom(...NAMES),
    seconds: fc.integer({ min: 0, max: (6 * DAY_MS) / 1000 }),
  });
  const events = fc.sample(event, { numRuns: 300, seed }).map(({ user, name, seconds }) => ({
    user_id: `u${user}`,
    event_name: name,
    occurred_at: later(START, seconds * 1000).toISOString(),
  }));
  const key = await buildServerKey(server, fixture.owner, fixture.projectId);
  expect((await key.post('/project/import', { events })).status).toBe(200);
}

/** Events by name, with what the first step has to be; times that one adds up by hand. */
const steps = (projectId: string) => sql`
  with e as (
    select install_id, name, occurred_at as at,
      to_char(occurred_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') between ${RANGE.from} and ${RANGE.to} as is_first
    from events where project_id = ${projectId})`;

test('a funnel has the counts and the times of a plain query over raw rows', async () => {
  server.clock.set(new Date('2026-03-20T00:00:00Z'));
  const fixture = await buildReportFixture(server);
  const seed = Number(process.env.FUNNEL_SEED ?? Date.now() % 1_000_000);
  await plantEvents(fixture, seed);
  const { projectId } = fixture;
  const funnel = (names: string[]) =>
    fixture.owner.call(getFunnel, {
      body: { project_id: projectId, ...RANGE, steps: names, within_hours: WITHIN_HOURS },
    });
  const within = sql`interval '1 hour' * ${WITHIN_HOURS}`;

  const three = await funnel(NAMES);
  const counted = await sql<{ looked: number; chose: number; bought: number }>`
    ${steps(projectId)}
    select count(distinct a.install_id) as looked, count(distinct b.install_id) as chose,
      count(distinct c.install_id) as bought
    from e a
    left join e b on b.install_id = a.install_id and b.name = 'choose' and b.at > a.at and b.at <= a.at + ${within}
    left join e c on c.install_id = a.install_id and c.name = 'buy' and c.at > b.at and c.at <= a.at + ${within}
    where a.name = 'look' and a.is_first`.execute(server.db);
  const counts = Object.values(counted.rows[0] ?? {});
  expect(counts[2], `FUNNEL_SEED=${seed}`).toBeGreaterThan(0);
  expect(
    three.steps.map(({ installs }) => installs),
    `FUNNEL_SEED=${seed}`,
  ).toEqual(counts);

  const two = await funnel(['look', 'buy']);
  // The first time that anybody gets there, from the last look before it.
  const timed = await sql<{ median_seconds: number; p90_seconds: number }>`
    ${steps(projectId)},
    ends as (
      select b.install_id, min(b.at) as at from e a
      join e b on b.install_id = a.install_id and b.name = 'buy' and b.at > a.at and b.at <= a.at + ${within}
      where a.name = 'look' and a.is_first group by 1),
    waits as (
      select extract(epoch from n.at - max(a.at)) as seconds from ends n
      join e a on a.install_id = n.install_id and a.name = 'look' and a.is_first and a.at < n.at
      group by n.install_id, n.at)
    select percentile_cont(0.5) within group (order by seconds)::float8 as median_seconds,
      percentile_cont(0.9) within group (order by seconds)::float8 as p90_seconds
    from waits`.execute(server.db);
  const times = timed.rows[0];
  for (const found of [two.steps[1], two.total]) {
    expect(found?.median_seconds, `FUNNEL_SEED=${seed}`).toBeCloseTo(times?.median_seconds ?? -1, 6);
    expect(found?.p90_seconds, `FUNNEL_SEED=${seed}`).toBeCloseTo(times?.p90_seconds ?? -1, 6);
  }
});

describe('the example of a funnel', () => {
  async function buildShop() {
    server.clock.set(new Date('2026-03-10T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const meta = await fixture.campaign('Holi');
    const phones = [await fixture.install(meta), await fixture.install(meta), await fixture.install()];
    const send = async (count: number, name: string) => {
      server.clock.advance(HOUR_MS);
      for (const phone of phones.slice(0, count)) await phone.event(name, { event_id: name });
    };
    await send(1, 'rare');
    await send(3, 'look');
    const [one, two] = phones;
    server.clock.advance(MINUTE_MS);
    for (const phone of [one, two]) {
      await phone?.call('trigger', { user_data: { id: phone.installId } });
    }
    await send(2, 'choose');
    server.clock.advance(HOUR_MS);
    if (one) await fixture.pay(one, 'p1', 2);
    await send(3, 'leave');
    return { fixture, meta };
  }
  const example = (fixture: ReportFixture, by = fixture.owner, query: Record<string, string> = {}) =>
    by.call(getFunnelExample, { query: { project_id: fixture.projectId, ...query } });

  test('has the goals and what most people do, in the order in which they do it', async () => {
    const { fixture } = await buildShop();
    const found = await example(fixture);
    expect(found).toEqual({ steps: ['$install', 'look', '$signup', '$payment'], installs: 3 });
  });

  test('is made of what exists for a guest, and of the chosen days', async () => {
    const { fixture, meta } = await buildShop();
    const seen = await example(fixture, await fixture.guest(meta));
    expect(seen.installs).toBe(2);
    expect(seen.steps).toContain('$payment');
    const nothing = { steps: [], installs: 0 };
    expect(await example(fixture, await fixture.guest())).toEqual(nothing);
    expect(await example(fixture, fixture.owner, { from: '2026-03-01', to: '2026-03-02' })).toEqual(nothing);
  });

  test('is not there for a stranger, nor for days that are none', async () => {
    const { fixture } = await buildShop();
    const stranger = await buildProject(server);
    await expect(example(fixture, stranger.owner)).rejects.toMatchObject({ status: 404 });
    await expect(example(fixture, fixture.owner, { from: 'soon' })).rejects.toMatchObject({
      status: 400,
      fields: { from: expect.anything() },
    });
  });
});
