import { updateCampaign } from '@trailmark/contract/campaigns';
import { updateProject } from '@trailmark/contract/projects';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const START = new Date('2026-03-10T10:00:00Z');
const after = (ms: number) => later(START, ms);

let server: TestServer;
let fixture: AttributionFixture;
let first: FixtureCampaign;
let second: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  [first, second] = [await fixture.campaign(), await fixture.campaign()];
});

/** What reports would find: counts and amounts by metric, event and campaign; what cancels out is left out. */
async function books(...metrics: string[]): Promise<Record<string, [number, number]>> {
  const rows = await server.db
    .selectFrom('rollup_deltas')
    .select(['metric', 'event_name', 'campaign_id', 'local_date', 'cohort_date'])
    .select((eb) => [eb.fn.sum<string>('count').as('count'), eb.fn.sum<string>('amount').as('amount')])
    .where('project_id', '=', fixture.projectId)
    .where('metric', 'in', metrics)
    .groupBy(['metric', 'event_name', 'campaign_id', 'local_date', 'cohort_date'])
    .execute();
  const names = new Map([
    [first.id, 'first'],
    [second.id, 'second'],
    [NO_ID, 'nobody'],
  ]);
  const keyOf = (row: (typeof rows)[number]) =>
    [row.metric, row.event_name, names.get(row.campaign_id ?? ''), row.local_date, row.cohort_date]
      .filter(Boolean)
      .join(' ');
  return Object.fromEntries(
    rows
      .map((row) => [keyOf(row), [Number(row.count), Number(row.amount)]] as [string, [number, number]])
      .filter(([, [count, amount]]) => count !== 0 || amount !== 0),
  );
}

const creditOf = async (name: string) =>
  (
    await server.db
      .selectFrom('events')
      .select('campaign_id')
      .where('project_id', '=', fixture.projectId)
      .where('name', '=', name)
      .orderBy('occurred_at')
      .execute()
  ).map((row) =>
    row.campaign_id === first.id ? 'first' : row.campaign_id === second.id ? 'second' : 'nobody',
  );

const buy = (phone: TestDevice, payment_id: string, amount: number, since: number | null = null) =>
  phone.call('capture-payment', { user_id: 'u1', payment_id, amount, time_since_app_install: since });

describe('a re-attribution moves the credit', () => {
  test.each(['ANDROID', 'IOS'] as const)('%s: from then on, and of nothing before', async (platform) => {
    const phone = fixture.device({ platform });
    await phone.click(first.slug, phone.idQuery);
    server.clock.set(after(MINUTE_MS));
    await phone.init();
    server.clock.set(after(HOUR_MS));
    await phone.event('level', { event_id: 'e1' });
    await buy(phone, 'p1', 100);
    server.clock.set(after(8 * DAY_MS));
    const token = await phone.clickToken(second.slug);
    server.clock.advance(5_000);
    await phone.deeplink(`kite://offer?tm_click=${token}`);
    server.clock.advance(MINUTE_MS);
    await phone.event('level', { event_id: 'e2' });
    await buy(phone, 'p2', 30);
    // What was done offline on the second day arrives only now.
    await phone.event('level', { event_id: 'e3', time_since_app_install: 86_400 });
    await buy(phone, 'p3', 7, 86_400);

    const answer = await phone.call('attribution-data');
    expect(answer.json.data).toMatchObject({ campaign_data: { name: second.name }, match_type: 'deep_link' });
    expect(await creditOf('level')).toEqual(['first', 'first', 'second']);
    expect(await books('installs', 'reattributions', 'events', 'payments', 'first_events')).toEqual({
      'installs first 2026-03-10 2026-03-10': [1, 0],
      'reattributions second 2026-03-18': [1, 0],
      'events level first 2026-03-10 2026-03-10': [1, 0],
      'events level first 2026-03-11 2026-03-10': [1, 0],
      'events level second 2026-03-18 2026-03-10': [1, 0],
      'events $payment first 2026-03-10 2026-03-10': [1, 0],
      'events $payment first 2026-03-11 2026-03-10': [1, 0],
      'events $payment second 2026-03-18 2026-03-10': [1, 0],
      'first_events level first 2026-03-10 2026-03-10': [1, 0],
      'first_events $payment first 2026-03-10 2026-03-10': [1, 0],
      'payments first 2026-03-10 2026-03-10': [1, 100],
      'payments first 2026-03-11 2026-03-10': [1, 7],
      'payments second 2026-03-18 2026-03-10': [1, 30],
    });
  });

  test('and a re-engagement does not', async () => {
    const phone = fixture.device();
    await phone.click(first.slug, phone.idQuery);
    server.clock.set(after(MINUTE_MS));
    await phone.init();
    server.clock.set(after(8 * DAY_MS));
    const token = await phone.clickToken(first.slug);
    await phone.deeplink(`kite://offer?tm_click=${token}`);
    await phone.event('level');
    expect(await creditOf('level')).toEqual(['first']);
    expect(await books('reengagements', 'reattributions')).toEqual({
      'reengagements first 2026-03-18': [1, 0],
    });
  });
});

describe('what came before its install', () => {
  test('is credited with it, the money and the days too', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(first.slug);
    server.clock.set(after(HOUR_MS));
    await phone.event('level', { event_id: 'e1' });
    await buy(phone, 'p1', 100);
    server.clock.set(after(DAY_MS));
    await phone.event('level', { event_id: 'e2' });
    expect(Object.keys(await books('events', 'payments')).every((key) => key.includes('nobody'))).toBe(true);
    server.clock.set(after(2 * DAY_MS));
    const { json } = await phone.init({ install_referrer: `tm_click=${token}` });
    expect(json.data.campaign_data.name).toBe(first.name);
    expect(await creditOf('level')).toEqual(['first', 'first']);
    expect(await books('installs', 'events', 'first_events', 'payments', 'active')).toEqual({
      'installs first 2026-03-12 2026-03-12': [1, 0],
      'events level first 2026-03-10 2026-03-12': [1, 0],
      'events level first 2026-03-11 2026-03-12': [1, 0],
      'events $payment first 2026-03-10 2026-03-12': [1, 0],
      'first_events level first 2026-03-10 2026-03-12': [1, 0],
      'first_events $payment first 2026-03-10 2026-03-12': [1, 0],
      'payments first 2026-03-10 2026-03-12': [1, 100],
      'active first 2026-03-10 2026-03-12': [1, 0],
      'active first 2026-03-11 2026-03-12': [1, 0],
      'active first 2026-03-12 2026-03-12': [1, 0],
    });
  });

  test('in the same batch is credited with it at once', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(first.slug);
    server.clock.set(after(HOUR_MS));
    const install = { install_instance_id: phone.installId, platform: 'ANDROID' };
    const items = [
      { call: 'capture-event', body: { ...install, event_name: 'level' } },
      { call: 'init', body: { ...install, device_data: { install_referrer: `tm_click=${token}` } } },
    ];
    const { accepted, results } = (await phone.call('batch', { items })).json.data;
    expect([accepted, results[0], results[1].data.attribution_source]).toEqual([2, { ok: true }, 'META']);
    expect(await creditOf('level')).toEqual(['first']);
    expect(await books('events', 'installs')).toEqual({
      'installs first 2026-03-10 2026-03-10': [1, 0],
      'events level first 2026-03-10 2026-03-10': [1, 0],
    });
  });
});

describe('a change of windows', () => {
  /** A click two hours before the open, by its own phone. */
  async function openTwoHoursAfter(campaign: FixtureCampaign) {
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(2 * HOUR_MS);
    await phone.init();
    return phone;
  }

  /** Other processes hear of a change a moment later. */
  const heardOf = (version: number) =>
    until(async () => {
      const probe = fixture.device();
      await probe.init();
      return (await fixture.decision(probe)).rule_version === version;
    });

  test('of the project applies to what is decided from then on', async () => {
    const old = await openTwoHoursAfter(first);
    const decided = await fixture.decision(old);
    expect(decided).toMatchObject({ match_type: 'device_id', rule_version: 1 });
    const body = { project_id: fixture.projectId, windows: { click_hours: 1 } };
    await fixture.owner.call(updateProject, { body });
    await heardOf(2);
    const phone = await openTwoHoursAfter(first);
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'organic', rule_version: 2 });
    expect((await fixture.decision(phone)).receipt.decision.candidates).toMatchObject([
      { outcome: 'outside_window', windowSeconds: 3600 },
    ]);
    expect(await fixture.decisions(old)).toEqual([decided]);
    expect((await old.init()).json.data.campaign_data.name).toBe(first.name);
    expect(await fixture.decisions(old)).toEqual([decided]);
  });

  test('of a campaign, likewise', async () => {
    const old = await openTwoHoursAfter(first);
    const decided = await fixture.decision(old);
    const body = { project_id: fixture.projectId, campaign_id: first.id, windows: { click_hours: 1 } };
    await fixture.owner.call(updateCampaign, { body });
    expect((await fixture.decision(await openTwoHoursAfter(first))).match_type).toBe('organic');
    expect((await fixture.decision(await openTwoHoursAfter(second))).match_type).toBe('device_id');
    expect(await fixture.decisions(old)).toEqual([decided]);
  });

  test('of a network holds for its campaigns, unless they have their own', async () => {
    const body = { project_id: fixture.projectId, network_windows: { META: { click_hours: 1 } } };
    await fixture.owner.call(updateProject, { body });
    const google = await fixture.campaign({ network: 'GOOGLE' });
    const own = await fixture.campaign({ windows: { click_hours: 3 } });
    const matches = [];
    for (const campaign of [first, google, own]) {
      matches.push((await fixture.decision(await openTwoHoursAfter(campaign))).match_type);
    }
    expect(matches).toEqual(['organic', 'device_id', 'device_id']);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(10);
  expect(different).toEqual([]);
});
