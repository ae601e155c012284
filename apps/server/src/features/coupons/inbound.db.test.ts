import { getCouponCode } from '@trailmark/contract/coupon-pools';
import { replaceCouponSecret, updateCouponNetwork } from '@trailmark/contract/coupons';
import { signWebhook } from '@trailmark/core/destinations/webhook/sign-webhook';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { buildCampaign, buildProject } from '../../testing/build.ts';
import { buildNetwork, buildPool, type TestNetwork } from '../../testing/coupon-fixture.ts';
import { IS_FULL } from '../../testing/full-length.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
let jio: TestNetwork;
let campaignId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
  jio = await buildNetwork(server, own);
  campaignId = (await buildCampaign(own.owner, own.projectId, { name: 'Holi' })).campaign_id;
});

const pool = (codes: string[], given: Record<string, unknown> = {}) =>
  buildPool(own, { networkId: jio.id, campaignId, codes, ...given });
const at = (ms: number) => later(server.clock.now(), ms).toISOString();
const stateOf = (code: string) =>
  own.owner.call(getCouponCode, { query: { project_id: own.projectId, code } });
const stored = async () =>
  (await server.pool.query('select type, amount from coupon_events where project_id = $1', [own.projectId]))
    .rows;

describe('a call that is right', () => {
  test('is stored before it is answered, and counted once however often it comes', async () => {
    await pool(['HOLI-1']);
    const call = {
      event_id: 'r-1',
      coupon_code: ' holi-1 ',
      order_id: 'A1',
      amount: '499.50',
      currency: 'inr',
    };
    const first = await jio.post(call);
    expect([first.status, first.json.data]).toEqual([202, { accepted: true, repeated: false }]);
    const again = await Promise.all([jio.post(call), jio.post(call), jio.post(call)]);
    const taken = again.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    for (const { json } of taken) expect(json.data.repeated).toBe(true);
    expect((await stateOf('HOLI-1')).code).toMatchObject({ state: 'used_up', uses: 1 });
    expect(await stored()).toEqual([{ type: 'redeemed', amount: '499.50' }]);
  });

  test('that is reversed is free again, and the reversal is negative', async () => {
    await pool(['HOLI-1']);
    await jio.post({ event_id: 'r-1', coupon_code: 'HOLI-1', order_id: 'A1', amount: 499, currency: 'INR' });
    const reversal = { event_id: 'x-1', type: 'reversed', coupon_code: 'HOLI-1', order_id: 'A1' };
    expect((await jio.post(reversal)).status).toBe(202);
    const { code, events } = await stateOf('HOLI-1');
    expect([code.uses, events.map(({ amount }) => amount).sort()]).toEqual([0, ['-499', '499']]);
    expect((await jio.post({ ...reversal, event_id: 'x-2' })).status).toBe(409);
    expect((await jio.post({ coupon_code: 'HOLI-1', order_id: 'A2' })).status).toBe(202);
  });

  test('may be in the network’s own words', async () => {
    await pool(['HOLI-1']);
    await own.owner.call(updateCouponNetwork, {
      params: { ad_network_id: jio.id },
      query: { project_id: own.projectId },
      body: {
        provider_profile: {
          fields: { event_id: 'txn.id', coupon_code: 'data.code', type: 'status', occurred_at: 'time' },
          types: { REDEEMED: 'redeemed' },
        },
      },
    });
    const text = JSON.stringify({
      txn: { id: 't1' },
      data: { code: 'HOLI-1' },
      status: 'REDEEMED',
      time: at(0),
    });
    expect((await jio.post({}, { text })).status).toBe(202);
    expect((await stateOf('HOLI-1')).code.uses).toBe(1);
  });
});

describe('a call that is refused', () => {
  const HASH = 'ab'.repeat(32);
  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown code', { coupon_code: 'NOPE-1' }, 404, 'find this code'],
    ['another campaign', { coupon_code: 'HOLI-1', campaign_ref: 'Diwali' }, 400, 'campaign_ref'],
    ['a reversal of nothing', { type: 'reversed', coupon_code: 'HOLI-1' }, 409, 'no redemption'],
    ['a huge amount', { coupon_code: 'HOLI-1', amount: '1e99', currency: 'INR' }, 400, 'amount'],
    ['a negative amount', { coupon_code: 'HOLI-1', amount: -5, currency: 'INR' }, 400, 'amount'],
    ['an amount without currency', { coupon_code: 'HOLI-1', amount: 5 }, 400, 'currency'],
    ['a type of its own', { type: 'burned', coupon_code: 'HOLI-1' }, 400, 'type'],
    ['no code', {}, 400, 'coupon_code'],
    ['a code that is none', { coupon_code: "x'; drop table" }, 400, 'coupon_code'],
    ['an e-mail in clear', { coupon_code: 'HOLI-1', user: { hashed_email: 'a@b.c' } }, 400, 'hashed_email'],
    ['NUL', { coupon_code: 'HOLI-1', order_id: 'a\u0000b' }, 400, 'order_id'],
    ['no id', { event_id: null, coupon_code: 'HOLI-1', user: { hashed_email: HASH } }, 400, 'event_id'],
  ])('for %s', async (_why, call, status, words) => {
    await pool(['HOLI-1']);
    const answer = await jio.post(call);
    expect([answer.status, JSON.stringify(answer.json)]).toEqual([status, expect.stringContaining(words)]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['the future', 10 * MINUTE_MS],
    ['long ago', -91 * DAY_MS],
  ])('for a time in %s', async (_when, ms) => {
    await pool(['HOLI-1']);
    expect((await jio.post({ coupon_code: 'HOLI-1', occurred_at: at(ms) })).status).toBe(400);
  });

  test('for a code that is used up, expired, not valid yet or withdrawn', async () => {
    await pool(['USED-1']);
    await pool(['OLD-1'], { valid_to: at(-HOUR_MS) });
    await pool(['NEW-1'], { valid_from: at(HOUR_MS) });
    await jio.post({ coupon_code: 'USED-1' });
    for (const code of ['USED-1', 'OLD-1', 'NEW-1']) {
      expect((await jio.post({ coupon_code: code })).status, code).toBe(409);
    }
    // What was redeemed in time is taken, also when it is reported late.
    expect((await jio.post({ coupon_code: 'OLD-1', occurred_at: at(-2 * HOUR_MS) })).status).toBe(202);
  });

  test('for an order that the code was redeemed with already', async () => {
    await pool(['HOLI-1'], { uses_per_code: 5 });
    await jio.post({ coupon_code: 'HOLI-1', order_id: 'A1' });
    expect((await jio.post({ coupon_code: 'HOLI-1', order_id: 'A1' })).status).toBe(409);
  });

  test('for an id that was sent with something else', async () => {
    await pool(['HOLI-1', 'HOLI-2']);
    const call = { event_id: 'r-1', occurred_at: at(0) };
    await jio.post({ ...call, coupon_code: 'HOLI-1' });
    expect((await jio.post({ ...call, coupon_code: 'HOLI-2' })).status).toBe(409);
  });

  test('for a code of another network or project', async () => {
    await pool(['HOLI-1']);
    const other = await buildNetwork(server, own, 'Other');
    expect((await other.post({ coupon_code: 'HOLI-1' })).status).toBe(404);
    const stranger = await buildNetwork(server, await buildProject(server));
    expect((await stranger.post({ coupon_code: 'HOLI-1' })).status).toBe(404);
  });
});

describe('a signature', () => {
  const sign = (body: string, secret: string, sentAt = server.clock.now()) =>
    signWebhook({ id: 'm', sentAt, body }, [secret]);
  const text = () =>
    JSON.stringify({ event_id: 'r', type: 'redeemed', coupon_code: 'HOLI-1', occurred_at: at(0) });

  test.each<[string, () => Parameters<TestNetwork['post']>[1]]>([
    ['of another secret', () => ({ headers: sign(text(), `whsec_${'A'.repeat(43)}=`) })],
    ['of another body', () => ({ headers: sign('{}', jio.secret) })],
    [
      'that is too old',
      () => ({ headers: sign(text(), jio.secret, later(server.clock.now(), -6 * MINUTE_MS)) }),
    ],
    [
      'of the future',
      () => ({ headers: sign(text(), jio.secret, later(server.clock.now(), 6 * MINUTE_MS)) }),
    ],
    ['with a time that is none', () => ({ headers: { 'webhook-timestamp': '-1e9' } })],
    ['that is missing', () => ({ headers: { 'webhook-signature': '' } })],
    ['for a key that nobody has', () => ({ key: 'jio-000000000000000000000000' })],
    ['for a key that is none', () => ({ key: "a'--" })],
  ])('%s is refused, always in the same words', async (_which, over) => {
    await pool(['HOLI-1']);
    const answer = await jio.post({}, { text: text(), ...over() });
    expect([answer.status, answer.json.error.code, answer.json.msg]).toEqual([
      ...[401, 'signature_invalid'],
      'The key or the signature does not belong to a coupon network.',
    ]);
    expect(await stored()).toEqual([]);
  });

  test('of a replaced secret holds for as long as was asked for', async () => {
    await pool(['HOLI-1'], { uses_per_code: 9 });
    const of = { params: { ad_network_id: jio.id }, query: { project_id: own.projectId } };
    const { secret } = await own.owner.call(replaceCouponSecret, { ...of, body: { keep_old_hours: 1 } });
    expect((await jio.post({ coupon_code: 'HOLI-1' })).status).toBe(202);
    expect((await jio.post({}, { text: text(), headers: sign(text(), secret) })).status).toBe(202);
    server.clock.advance(HOUR_MS);
    expect((await jio.post({ coupon_code: 'HOLI-1' })).status).toBe(401);
  });
});

test('a body that is too large, or no JSON object, is refused', async () => {
  expect((await jio.post({ order_id: 'x'.repeat(20_000) })).status).toBe(413);
  expect((await jio.post({}, { text: '[1]' })).status).toBe(400);
  expect((await jio.post({}, { text: '{' })).status).toBe(400);
});

test('a network that calls too often waits, and no other does', async () => {
  await pool(['HOLI-1'], { uses_per_code: 1000 });
  const [now, full] = [server.clock.now(), `coupons:${jio.id}`];
  const windowStart = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  await server.db
    .insertInto('rate_limits')
    .values({ bucket: full, window_start: windowStart, hits: 1200 })
    .execute();
  const answer = await jio.post({ coupon_code: 'HOLI-1' });
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const other = await buildNetwork(server, own, 'Other');
  await buildPool(own, { networkId: other.id, campaignId, codes: ['OTHER-1'] });
  expect((await other.post({ coupon_code: 'OTHER-1' })).status).toBe(202);
});

test('uses never exceed their limit, whatever is sent in whatever order, twice or at once', async () => {
  const call = fc.record({
    type: fc.constantFrom('issued', 'redeemed', 'redeemed', 'reversed'),
    order: fc.constantFrom(null, 'A', 'B', 'C'),
    event: fc.integer({ min: 1, max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.array(call, { minLength: 1, maxLength: 2 }), { maxLength: 8 }),
      async (maxUses, rounds) => {
        const code = `P-${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
        await pool([code], { uses_per_code: maxUses });
        const accepted = new Map<string, string>();
        for (const round of rounds) {
          const answers = await Promise.all(
            round.map(async ({ type, order, event }) => {
              const event_id = `${code}-${event}`;
              const { status, json } = await jio.post({ event_id, type, coupon_code: code, order_id: order });
              return { event_id, type, status, repeated: json.data?.repeated };
            }),
          );
          for (const { event_id, type, status, repeated } of answers) {
            expect([202, 409, 503]).toContain(status);
            if (status === 202 && !repeated) {
              expect(accepted.has(event_id)).toBe(false);
              accepted.set(event_id, type);
            }
          }
          const counts = [...accepted.values()];
          const countOf = (type: string) => counts.filter((one) => one === type).length;
          const { code: row, events } = await stateOf(code);
          expect(row.uses).toBe(countOf('redeemed') - countOf('reversed'));
          expect(row.uses).toBeGreaterThanOrEqual(0);
          expect(row.uses).toBeLessThanOrEqual(maxUses);
          expect(row.issues).toBeLessThanOrEqual(maxUses);
          // What was answered with 202 is stored, and nothing else is.
          expect(events.map(({ event_id }) => event_id).sort()).toEqual([...accepted.keys()].sort());
        }
      },
    ),
    { numRuns: IS_FULL ? 60 : 12 },
  );
}, 120_000);
