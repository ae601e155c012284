import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NOW = new Date('2026-03-10T10:00:00Z');
/** How far the clock of the phone is away. */
const WRONG_MS = 400 * DAY_MS;

let server: TestServer;
let fixture: AttributionFixture;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(NOW);
  fixture = await buildAttributionFixture(server);
  phone = fixture.device();
});

/** The two times by a clock that is wrong. */
function aged(ms: number) {
  const sent = later(server.clock.now(), WRONG_MS);
  return { occurred_at: later(sent, -ms).toISOString(), sent_at: sent.toISOString() };
}

async function times(): Promise<Record<string, string>> {
  const rows = await server.db
    .selectFrom('events')
    .select(['name', 'occurred_at'])
    .where('project_id', '=', fixture.projectId)
    .execute();
  return Object.fromEntries(rows.map(({ name, occurred_at }) => [name, occurred_at.toISOString()]));
}
const ago = (ms: number) => later(server.clock.now(), -ms).toISOString();

describe('what a phone reports late', () => {
  test('counts when it happened, whatever its clock says', async () => {
    await phone.init();
    server.clock.advance(5 * DAY_MS);
    await phone.event('tap', aged(2 * HOUR_MS));
    await phone.call('capture-payment', { amount: 5, ...aged(3 * HOUR_MS) });
    await phone.call('trigger', { user_data: { id: 'u1' }, ...aged(4 * HOUR_MS) });
    expect(await times()).toMatchObject({
      tap: ago(2 * HOUR_MS),
      $payment: ago(3 * HOUR_MS),
      $signup: ago(4 * HOUR_MS),
    });
    const { signed_up_at } = await server.db
      .selectFrom('people')
      .select('signed_up_at')
      .where('project_id', '=', fixture.projectId)
      .executeTakeFirstOrThrow();
    expect(signed_up_at?.toISOString()).toBe(ago(4 * HOUR_MS));
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, number]>([
    [
      'not before the install',
      { occurred_at: '2027-01-01T10:00:00Z', sent_at: '2027-01-05T10:00:00Z' },
      HOUR_MS,
    ],
    [
      'now, when the clock was set back',
      { occurred_at: '2026-03-10T10:00:00Z', sent_at: '2026-03-09T10:00:00Z' },
      0,
    ],
    ['now, without sent_at', { occurred_at: '2026-03-09T10:00:00Z' }, 0],
    ['now, when a time is none', { occurred_at: 5, sent_at: 'soon' }, 0],
    ['by the time since the install, without the pair', { time_since_app_install: 600 }, HOUR_MS - 600_000],
  ])('counts %s', async (_, said, ageMs) => {
    await phone.init();
    server.clock.advance(HOUR_MS);
    expect((await phone.event('tap', said)).status).toBe(200);
    expect((await times()).tap).toBe(ago(ageMs));
  });

  test('is an install of its day, credited to the click before it', async () => {
    const campaign = await fixture.campaign();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(HOUR_MS);
    const openedAt = server.clock.now();
    server.clock.advance(3 * DAY_MS);
    const { json } = await phone.init({}, aged(3 * DAY_MS));
    expect(json.data.campaign_data.name).toBe(campaign.name);
    const { installed_at } = await server.db
      .selectFrom('installs')
      .select('installed_at')
      .where('project_id', '=', fixture.projectId)
      .executeTakeFirstOrThrow();
    expect(installed_at).toEqual(openedAt);
  });

  test('by a link is credited to that link', async () => {
    const campaign = await fixture.campaign();
    const { json } = await phone.init({}, { link: `${server.url}/l/${campaign.slug}`, ...aged(DAY_MS) });
    expect(json.data.campaign_data?.name).toBe(campaign.name);
  });

  test('is an install of today where nothing says that it is older than a month', async () => {
    await phone.init({}, aged(40 * DAY_MS));
    expect((await times()).$open).toBe(ago(0));
  });
});

test('a batch says once when it was sent, and an item may say it itself', async () => {
  await phone.init();
  server.clock.advance(DAY_MS);
  const { occurred_at, sent_at } = aged(HOUR_MS);
  const body = { install_instance_id: phone.installId, occurred_at };
  await phone.call('batch', {
    sent_at,
    items: [
      { call: 'capture-event', body: { ...body, event_name: 'one' } },
      { call: 'capture-event', body: { ...body, event_name: 'other', sent_at: occurred_at } },
    ],
  });
  expect(await times()).toMatchObject({ one: ago(HOUR_MS), other: ago(0) });
});
