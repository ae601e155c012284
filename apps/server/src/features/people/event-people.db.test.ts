import { listEventPeople } from '@trailmark/contract/event-people';
import { getEvents } from '@trailmark/contract/stats';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import type { TestDevice } from '../../testing/device.ts';
import { readPages } from '../../testing/read-pages.ts';
import { buildReportFixture, type ReportCampaign, type ReportFixture } from '../../testing/report-fixture.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// Half an hour before midnight in Havana, where the clocks are then set back from one to midnight.
const START = new Date('2026-11-01T03:30:00Z');
const ZONE = 'America/Havana';

let server: TestServer;
let fixture: ReportFixture;
let meta: ReportCampaign;
let mine: TestDevice;
let organic: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(later(START, -2 * DAY_MS));
  fixture = await buildReportFixture(server, { timezone: ZONE });
  meta = await fixture.campaign('Holi');
  mine = await fixture.install(meta);
  organic = await fixture.install();
  server.clock.set(START);
});

const people = (query: Record<string, string> = {}, by: TestPerson = fixture.owner) =>
  by.call(listEventPeople, { query: { project_id: fixture.projectId, ...query } });
const sentBy = async (query: Record<string, string>, by?: TestPerson) =>
  (await people(query, by)).items.map(({ install_id, count }) => [install_id, count]);

describe('the people behind a bar', () => {
  test('are those who sent the events of a day, the last first, with how often', async () => {
    await mine.event('tap', { event_id: 'a' });
    server.clock.advance(HOUR_MS);
    await mine.event('tap', { event_id: 'b' });
    await organic.event('tap', { event_id: 'c' });
    server.clock.advance(HOUR_MS);
    await mine.event('tap', { event_id: 'd' });
    await mine.event('look', { event_id: 'e' });
    const day = { from: '2026-11-01', to: '2026-11-01' };
    const found = await people({ ...day, event: 'tap' });
    expect(found).toMatchObject({ events: 3, installs: 2, next_cursor: null, ...day, timezone: ZONE });
    expect(found.items).toMatchObject([
      {
        install_id: mine.installId,
        count: 2,
        campaign_name: 'Holi',
        network: 'META',
        match_type: 'device_id',
      },
      { install_id: organic.installId, count: 1, campaign_name: null, network: 'ORGANIC' },
    ]);
    expect(found.items[0]?.last_at).toBe(later(START, 2 * HOUR_MS).toISOString());
    expect(await sentBy({ from: '2026-10-31', to: '2026-10-31' })).toEqual([[mine.installId, 1]]);
    expect(await sentBy(day)).toEqual([
      [mine.installId, 3],
      [organic.installId, 1],
    ]);
    expect(await sentBy({ ...day, except: 'look|leave', limit: '1' })).toEqual([[mine.installId, 2]]);
    expect(await sentBy({ ...day, except: 'tap' })).toEqual([[mine.installId, 1]]);
    expect(await sentBy({ ...day, networks: 'ORGANIC' })).toEqual([[organic.installId, 1]]);
    // Midnight comes twice on that day: both are one hour.
    expect(await sentBy({ ...day, hour: '0', event: 'tap' })).toEqual([
      [mine.installId, 2],
      [organic.installId, 1],
    ]);
    expect(await sentBy({ ...day, hour: '1' })).toEqual([]);
  });

  test('are for a guest those whose events are credited to their campaigns', async () => {
    await mine.event('tap', { event_id: 'a' });
    await organic.event('tap', { event_id: 'b' });
    const day = { from: '2026-10-31', to: '2026-10-31' };
    expect(await people(day, await fixture.guest(meta))).toMatchObject({
      events: 1,
      installs: 1,
      items: [{ install_id: mine.installId }],
    });
    expect(await people(day, await fixture.guest())).toMatchObject({ events: 0, installs: 0, items: [] });
    const stranger = await buildProject(server);
    await expect(people(day, stranger.owner)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    [{ hour: '24' }, 'hour'],
    [{ hour: 'noon' }, 'hour'],
    [{ event: 'x'.repeat(129) }, 'event'],
    [{ except: Array.from({ length: 51 }, (_, n) => n).join('|') }, 'except'],
    [{ cursor: 'x' }, 'cursor'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ limit: '0' }, 'limit'],
  ])('are refused for %j', async (query, field) => {
    await expect(people(query)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.anything() },
    });
  });
});

test('bars, their people and a plain query over raw rows agree', async () => {
  const seed = Number(process.env.EVENTS_SEED ?? Date.now() % 1_000_000);
  const event = fc.record({
    user: fc.integer({ min: 0, max: 25 }),
    name: fc.constantFrom('tap', 'look', 'buy, now', 'leave'),
    minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  });
  const events = fc.sample(event, { numRuns: 300, seed }).map(({ user, name, minutes }) => ({
    user_id: `u${user}`,
    event_name: name,
    occurred_at: later(START, (minutes - 24 * 60) * 60_000).toISOString(),
  }));
  const key = await buildServerKey(server, fixture.owner, fixture.projectId);
  server.clock.set(later(START, 5 * DAY_MS));
  expect((await key.post('/project/import', { events })).status).toBe(200);
  const { projectId } = fixture;
  const counted = async (day: string, where: string) =>
    (
      await sql<{ name: string; hour: number; install_id: string; count: number }>`
        select name, extract(hour from occurred_at at time zone ${ZONE})::int as hour, install_id, count(*)::int as count
        from events where project_id = ${projectId} and kind = 'event' and ${sql.raw(where)}
          and to_char(occurred_at at time zone ${ZONE}, 'YYYY-MM-DD') = ${day}
        group by 1, 2, 3`.execute(server.db)
    ).rows;
  const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
  for (const day of ['2026-10-31', '2026-11-01']) {
    const volumes = await fixture.owner.call(getEvents, {
      query: { project_id: projectId, from: day, to: day },
    });
    const raw = await counted(day, 'true');
    for (const { name, count, hours } of volumes.events) {
      const own = raw.filter((row) => row.name === name);
      expect(count, `EVENTS_SEED=${seed}`).toBe(sum(own));
      for (const { hour, count: inHour } of hours) {
        expect(inHour, `EVENTS_SEED=${seed}`).toBe(sum(own.filter((row) => row.hour === hour)));
      }
      expect(sum(hours)).toBe(count);
      const query = { project_id: projectId, from: day, to: day, event: name };
      const first = await fixture.owner.call(listEventPeople, { query });
      expect(first).toMatchObject({
        events: count,
        installs: new Set(own.map(({ install_id }) => install_id)).size,
      });
      const all = await readPages((page) =>
        fixture.owner.call(listEventPeople, { query: { ...query, ...page } }),
      );
      const byInstall = new Map<string, number>();
      for (const { install_id, count: n } of own)
        byInstall.set(install_id, (byInstall.get(install_id) ?? 0) + n);
      expect(new Map(all.map((one) => [one.install_id, one.count])), `EVENTS_SEED=${seed}`).toEqual(
        byInstall,
      );
    }
    expect(sum(volumes.events)).toBe(sum(raw));
  }
});
