import { createHash } from 'node:crypto';
import { explainDecision } from '@trailmark/core/attribution/explain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import { buildNetwork, buildPool, type TestNetwork } from '../../testing/coupon-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: AttributionFixture;
let jio: TestNetwork;
let holi: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAttributionFixture(server);
  jio = await buildNetwork(server, fixture);
  holi = await fixture.campaign({ network: 'JIO_COUPONS', name: 'Holi' });
  const pool = { networkId: jio.id, campaignId: holi.id, uses_per_code: 100, window_hours: 240 };
  await buildPool(fixture, { ...pool, codes: ['HOLI'] });
});

const at = (ms: number) => later(server.clock.now(), ms).toISOString();
const redeem = async (user: object, given: object = {}) => {
  const answer = await jio.post({ coupon_code: 'HOLI', user, ...given });
  expect(answer.status).toBe(202);
  await server.runJobs();
};
const creditOf = async (phone: TestDevice) => {
  const { campaign_id, match_type, network, revision, because } = await fixture.decision(phone);
  return { isHoli: campaign_id === holi.id, match_type, network, revision, because };
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const HOLI = { isHoli: true, match_type: 'coupon', network: 'JIO_COUPONS' };
const eventsOf = async () =>
  (
    await server.pool.query(
      'select name, kind, amount, data from events where project_id = $1 and name like $2',
      [fixture.projectId, '$coupon%'],
    )
  ).rows;

describe('a redemption before the install', () => {
  test('is credited with it by the device, and the receipt says so', async () => {
    const phone = fixture.device();
    await redeem({ gaid: phone.advertisingId.toUpperCase() }, { occurred_at: at(-DAY_MS) });
    await phone.init();
    expect(await creditOf(phone)).toMatchObject({ ...HOLI, revision: 1, because: 'first_open' });
    const { receipt } = await fixture.decision(phone);
    expect(explainDecision(receipt, () => 'Holi')).toMatch(
      /Credited to Holi: This person redeemed a coupon/i,
    );
  });

  test('counts within the window of its pool only', async () => {
    const phone = fixture.device();
    await redeem({ gaid: phone.advertisingId }, { occurred_at: at(-11 * DAY_MS) });
    await phone.init();
    expect(await creditOf(phone)).toMatchObject({ isHoli: false, match_type: 'organic' });
    const { receipt } = await fixture.decision(phone);
    expect(receipt.decision.candidates).toMatchObject([{ matchType: 'coupon', outcome: 'outside_window' }]);
  });

  test('that was reversed is none', async () => {
    const phone = fixture.device();
    await redeem({ gaid: phone.advertisingId }, { order_id: 'A' });
    await redeem({}, { type: 'reversed', order_id: 'A' });
    await phone.init();
    expect(await creditOf(phone)).toMatchObject({ match_type: 'organic' });
  });
});

describe('a redemption after the install', () => {
  test('revises an organic one, once, however often it is sent', async () => {
    const phone = fixture.device();
    await phone.init();
    server.clock.advance(HOUR_MS);
    const call = { event_id: 'r-1', occurred_at: at(0) };
    await redeem({ gaid: phone.advertisingId }, call);
    await redeem({ gaid: phone.advertisingId }, call);
    expect(await creditOf(phone)).toMatchObject({ ...HOLI, revision: 2, because: 'claim' });
    const { rows } = await server.pool.query(
      'select project_id, id from coupon_events where project_id = $1',
      [fixture.projectId],
    );
    // The job is done again after a crash.
    await server.pool.query('select graphile_worker.add_job($1, payload => $2)', ['apply-coupon', rows[0]]);
    await server.runJobs();
    expect(await fixture.decisions(phone)).toHaveLength(2);
    expect(await eventsOf()).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['the user id', { id: 'anna' }, { user_id: 'anna' }],
    ['the e-mail', { id: 'anna', email: ' Anna@Example.com ' }, { hashed_email: sha256('anna@example.com') }],
    ['the phone', { id: 'anna', phone: '+91 98765-43210' }, { hashed_phone: sha256('+919876543210') }],
  ])('finds the person by %s', async (_by, userData, user) => {
    const phone = fixture.device();
    await phone.init();
    await phone.call('set-user-data', { user_data: userData });
    await redeem(user);
    expect(await creditOf(phone)).toMatchObject(HOLI);
    expect(await eventsOf()).toMatchObject([{ name: '$coupon_redeemed', kind: 'event' }]);
  });

  test('finds a person who signs up later', async () => {
    await redeem({ hashed_email: sha256('late@example.com') });
    const phone = fixture.device();
    await phone.init();
    await phone.call('set-user-data', { user_data: { id: 'late', email: 'late@example.com' } });
    expect(await creditOf(phone)).toMatchObject({ match_type: 'organic' });
    await server.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await server.runJobs();
    expect(await creditOf(phone)).toMatchObject(HOLI);
  });

  test('long after it changes nothing', async () => {
    const phone = fixture.device();
    await phone.init();
    server.clock.advance(11 * DAY_MS);
    await redeem({ gaid: phone.advertisingId });
    expect(await creditOf(phone)).toMatchObject({ match_type: 'organic', revision: 1 });
    expect(await eventsOf()).toHaveLength(1);
  });
});

describe('the order of trust', () => {
  test('a deterministic click outweighs a coupon', async () => {
    const other = await fixture.campaign({ name: 'Click' });
    const phone = fixture.device();
    const referrer = await phone.clickToken(other.slug);
    server.clock.advance(HOUR_MS);
    await phone.init({ install_referrer: `utm_source=x&tm_click=${referrer}` });
    const before = await fixture.decision(phone);
    await redeem({ gaid: phone.advertisingId });
    const after = await fixture.decision(phone);
    expect([before.match_type, after.match_type, after.campaign_id]).toEqual([
      'click_id',
      'click_id',
      other.id,
    ]);
    expect(after.receipt.decision.candidates.find((one) => one.matchType === 'coupon')).toMatchObject({
      outcome: 'weaker_class',
    });
  });

  test('a coupon outweighs a probabilistic click, and frees it', async () => {
    const other = await fixture.campaign({ name: 'Alike' });
    const phone = fixture.device();
    await phone.click(other.slug);
    server.clock.advance(60_000);
    await phone.init();
    expect(await creditOf(phone)).toMatchObject({ match_type: 'probabilistic' });
    await redeem({ gaid: phone.advertisingId });
    expect(await creditOf(phone)).toMatchObject(HOLI);
    const { rows } = await server.pool.query('select from touch_uses where project_id = $1', [
      fixture.projectId,
    ]);
    expect(rows).toHaveLength(0);
  });
});

test('amounts are on the redemption, negative when reversed, and never revenue', async () => {
  const phone = fixture.device();
  await phone.init();
  const user = { gaid: phone.advertisingId };
  await redeem(user, { order_id: 'A', amount: '499.50', currency: 'INR' });
  await redeem({}, { type: 'reversed', order_id: 'A' });
  expect(
    (await eventsOf()).map(({ name, amount, data }) => [name, amount, data.coupon_amount]).sort(),
  ).toEqual([
    ['$coupon_redeemed', null, '499.5'],
    ['$coupon_reversed', null, '-499.5'],
  ]);
});

test('another project’s redemptions say nothing', async () => {
  const phone = fixture.device();
  const other = await buildAttributionFixture(server);
  const network = await buildNetwork(server, other);
  const campaign = await other.campaign();
  await buildPool(other, { networkId: network.id, campaignId: campaign.id, codes: ['HOLI'] });
  await network.post({ coupon_code: 'HOLI', user: { gaid: phone.advertisingId } });
  await phone.init();
  await server.runJobs();
  expect(await creditOf(phone)).toMatchObject({ match_type: 'organic' });
});

test('every receipt gives the same decision again', async () => {
  expect((await recomputeWithoutTouches(server)).different).toEqual([]);
});
