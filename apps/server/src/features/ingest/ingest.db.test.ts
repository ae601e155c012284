import { updateProject } from '@trailmark/contract/projects';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { buildCampaign, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
  await owner.call(updateProject, { body: { project_id: projectId, ...STORES } });
});

const STORES = {
  play_store_link: 'https://play.google.com/store/apps/details?id=com.kite',
  app_store_link: 'https://apps.apple.com/app/id123456789',
};
const device = (given: Parameters<typeof buildDevice>[2] = {}) => buildDevice(server, token, given);
const slugOf = (link: string) => link.split('/').at(-1) ?? '';

async function campaign(given: Parameters<typeof buildCampaign>[2] = {}) {
  const made = await buildCampaign(owner, projectId, {
    network: 'META',
    deferred_deep_link: 'kite://offer/7',
    ...given,
  });
  return { ...made, slug: slugOf(made.link) };
}

/** A click in the Play store's referrer, a minute before the first open. */
async function installFrom(slug: string, phone: TestDevice) {
  const click = await phone.clickToken(slug);
  server.clock.advance(MINUTE_MS);
  return await phone.init({ install_referrer: `utm_source=x&tm_click=${click}` });
}

const rows = (table: 'events' | 'installs' | 'decisions' | 'payments' | 'people' | 'person_days') =>
  server.db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute();

/** Counter sums, as reports would find them. */
async function counters(): Promise<Record<string, number>> {
  const found = await server.db
    .selectFrom('rollup_deltas')
    .select((eb) => ['metric', 'event_name', eb.fn.sum<string>('count').as('count')])
    .where('project_id', '=', projectId)
    .groupBy(['metric', 'event_name'])
    .execute();
  return Object.fromEntries(
    found.map((row) => [row.event_name ? `${row.metric} ${row.event_name}` : row.metric, Number(row.count)]),
  );
}

describe('a first open', () => {
  test('after a click is answered at once with who brought it and where to go', async () => {
    const { slug, display_id } = await campaign({ name: 'Spring sale' });
    const phone = device();
    const answer = await installFrom(slug, phone);
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    expect(answer.json.data).toEqual({
      attribution_source: 'META',
      match_type: 'click_id',
      deeplink: 'kite://offer/7',
      campaign_data: {
        id: display_id,
        name: 'Spring sale',
        type: 'INORGANIC',
        ad_network: 'META',
        ad_network_campaign_id: null,
        ad_set_id: null,
        ad_set_name: null,
        ad_creative_id: null,
        ad_creative_name: null,
        group_name: null,
        asset_group_name: null,
        asset_name: null,
        installed_at: '2026-03-10T10:01:00Z',
        store_click_at: '2026-03-10T10:00:00Z',
      },
      gaid: phone.advertisingId,
      idfa: null,
    });
    expect(await counters()).toEqual({ clicks: 1, unique_clicks: 1, installs: 1, active: 1 });
  });

  test('without a touch is organic, and its events are kept', async () => {
    const phone = device();
    const answer = await phone.init();
    expect(answer.json.data).toMatchObject({
      attribution_source: 'ORGANIC',
      deeplink: null,
      campaign_data: null,
    });
    await phone.event('add_to_cart');
    expect(await counters()).toEqual({
      installs: 1,
      active: 1,
      'events add_to_cart': 1,
      'first_events add_to_cart': 1,
    });
  });

  test('told again is the same install', async () => {
    const { slug } = await campaign();
    const phone = device();
    await installFrom(slug, phone);
    const again = await phone.init();
    expect(again.json.data.match_type).toBe('click_id');
    expect(await rows('decisions')).toHaveLength(1);
    const answer = await phone.call('attribution-data');
    expect(answer.json.data).toEqual(again.json.data);
  });

  test('that comes after its events takes them along', async () => {
    const { slug, campaign_id } = await campaign();
    const phone = device();
    const click = await phone.clickToken(slug);
    server.clock.advance(MINUTE_MS);
    await phone.event('level_up');
    expect((await rows('events')).map((row) => row.campaign_id)).toEqual([NO_ID]);
    await phone.init({ install_referrer: `tm_click=${click}` });
    const events = await rows('events');
    expect(events.map((row) => row.campaign_id)).toEqual([campaign_id, campaign_id]);
    const deltas = await server.db
      .selectFrom('rollup_deltas')
      .select((eb) => ['metric', 'campaign_id', eb.fn.sum<string>('count').as('count')])
      .where('project_id', '=', projectId)
      .where('metric', 'in', ['events', 'first_events', 'active'])
      .groupBy(['metric', 'campaign_id'])
      .execute();
    const left = deltas.filter((row) => Number(row.count) !== 0);
    expect(left.map((row) => [row.metric, row.campaign_id, Number(row.count)]).sort()).toEqual([
      ['active', campaign_id, 1],
      ['events', campaign_id, 1],
      ['first_events', campaign_id, 1],
    ]);
  });

  test('uses a click up', async () => {
    const { slug } = await campaign();
    const phone = device();
    const click = await phone.clickToken(slug);
    server.clock.advance(MINUTE_MS);
    await phone.init({ install_referrer: `tm_click=${click}` });
    const other = device();
    const answer = await other.init({ install_referrer: `tm_click=${click}` });
    expect(answer.json.data.attribution_source).toBe('ORGANIC');
  });
});

describe('events', () => {
  test('with the same id or the same stamp are one, with any difference two', async () => {
    const phone = device();
    await phone.init();
    const same = { event_data: { a: 1 }, time_since_app_install: 12.5 };
    for (const body of [
      same,
      same,
      { ...same, event_data: { a: 2 } },
      { ...same, time_since_app_install: 13.25 },
    ]) {
      expect((await phone.event('tap', body)).status).toBe(200);
    }
    await phone.event('tap', { ...same, event_id: 'e1' });
    await phone.event('tap', { ...same, event_id: 'e1', event_data: { other: true } });
    await phone.event('tap', { ...same, event_data: { a: 1 }, event_id: '<null>' });
    expect((await rows('events')).filter((row) => row.name === 'tap')).toHaveLength(4);
    expect((await counters())['events tap']).toBe(4);
    expect((await counters())['first_events tap']).toBe(1);
  });

  test('with the same id are several on several installs, and under several names', async () => {
    const [one, two] = [device(), device()];
    for (const phone of [one, two]) {
      await phone.init();
      await phone.event('tap', { event_id: 'order-1' });
      await phone.event('buy', { event_id: 'order-1' });
      await phone.event('buy', { event_id: 'order-1', event_data: { again: true } });
    }
    expect(await counters()).toMatchObject({ 'events tap': 2, 'events buy': 2 });
  });

  test('that arrive late count on their own day', async () => {
    const phone = device();
    await phone.init();
    server.clock.advance(3 * DAY_MS);
    await phone.event('offline', { time_since_app_install: 2 * 86_400 });
    const [event] = (await rows('events')).filter((row) => row.name === 'offline');
    expect(event?.occurred_at.toISOString()).toBe('2026-03-12T10:00:00.000Z');
    const days = (await rows('person_days')).map((row) => row.local_date);
    expect(days.sort()).toEqual(['2026-03-10', '2026-03-12']);
  });

  test.each([-5, 1e12, 1e300])('of a clock that says %d seconds are clamped', async (seconds) => {
    const phone = device();
    await phone.init();
    server.clock.advance(HOUR_MS);
    expect((await phone.event('odd', { time_since_app_install: seconds })).status).toBe(200);
    const [event] = (await rows('events')).filter((row) => row.name === 'odd');
    const at = event?.occurred_at.toISOString() ?? '';
    expect(['2026-03-10T10:00:00.000Z', '2026-03-10T11:00:00.000Z']).toContain(at);
  });

  test('that an earlier one overtakes lose being the first', async () => {
    const phone = device();
    await phone.init();
    server.clock.advance(3 * DAY_MS);
    await phone.event('buy', { time_since_app_install: 2 * 86_400 });
    await phone.event('buy', { time_since_app_install: 86_400 });
    const firsts = await server.db
      .selectFrom('rollup_deltas')
      .select((eb) => ['local_date', eb.fn.sum<string>('count').as('count')])
      .where('project_id', '=', projectId)
      .where('metric', '=', 'first_events')
      .groupBy('local_date')
      .orderBy('local_date')
      .execute();
    expect(firsts.map((row) => [row.local_date, Number(row.count)])).toEqual([
      ['2026-03-11', 1],
      ['2026-03-12', 0],
    ]);
  });

  test('may hold what databases do not like', async () => {
    const phone = device();
    const answer = await phone.event('odd data', { event_data: { 'a\u0000b': 'x\u0000\ud800y', n: 1e300 } });
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    const [event] = (await rows('events')).filter((row) => row.name === 'odd data');
    expect(event?.data).toEqual({ ab: 'x\ufffdy', n: 1e300 });
  });
});

describe('payments', () => {
  const pay = (phone: TestDevice, body: Record<string, unknown>) =>
    phone.call('capture-payment', { user_id: 'u1', amount: 499.5, payment_id: 'p1', ...body });

  async function money() {
    const found = await server.db
      .selectFrom('rollup_deltas')
      .select((eb) => ['metric', 'currency', eb.fn.sum<string>('amount').as('amount')])
      .where('project_id', '=', projectId)
      .where('metric', 'in', ['payments', 'refunds'])
      .groupBy(['metric', 'currency'])
      .execute();
    return Object.fromEntries(found.map((row) => [`${row.metric} ${row.currency}`, row.amount]));
  }

  test('are booked once, however often and in which order they are sent', async () => {
    const phone = device();
    await phone.init();
    await pay(phone, { status: 'PAYMENT_INITIATED' });
    expect(await money()).toEqual({});
    await pay(phone, {});
    await pay(phone, {});
    await pay(phone, { status: 'PAYMENT_INITIATED' });
    expect(await money()).toEqual({ 'payments INR': '499.5' });
    await pay(phone, { payment_id: 'p2', amount: 0.1, currency: 'usd' });
    await pay(phone, { payment_id: 'p3', amount: 0.2, currency: 'USD' });
    expect(await money()).toEqual({ 'payments INR': '499.5', 'payments USD': '0.3' });
  });

  test('are taken back by their id, or all of a user', async () => {
    const phone = device();
    await phone.init();
    await pay(phone, {});
    await pay(phone, { payment_id: 'p2', amount: 100 });
    await pay(phone, { payment_id: 'p3', amount: 7, user_id: 'u2' });
    const remove = (body: Record<string, unknown>) => phone.call('remove-captured-payment', body);
    expect((await remove({ user_id: '', payment_id: 'p1' })).status).toBe(200);
    await remove({ user_id: '', payment_id: 'p1' });
    expect(await money()).toEqual({ 'payments INR': '606.5', 'refunds INR': '499.5' });
    await remove({ user_id: 'u1' });
    expect(await money()).toEqual({ 'payments INR': '606.5', 'refunds INR': '599.5' });
    const refused = await remove({ user_id: '' });
    expect([refused.status, refused.json.error.fields]).toEqual([
      400,
      { payment_id: 'is required when user_id is empty' },
    ]);
  });
});

describe('what a client may send', () => {
  test.each([
    ['init', { link: `https://example.com/?${'x'.repeat(9000)}` }],
    ['init', { link: 5, device_data: 'none', platform: 7 }],
    ['capture-payment', { amount: 5, type: null, status: null, currency: '' }],
    ['capture-payment', { amount: 5, type: 'SOMETHING_NEW', currency: 'null', payment_id: 77 }],
    ['capture-event', { event_name: 'a', platform: 'UNITY', extra: { a: 1 } }],
    ['capture-event', { event_name: 'a', event_id: 12, time_since_app_install: 0 }],
    ['handle-deeplink', { deeplink_url: `kite://${'x'.repeat(9000)}`, timestamp: 'now' }],
    ['handle-deeplink', { install_instance_id: '', deeplink_url: 'kite://a' }],
    ['deeplink-triggered', { install_instance_id: null, device_data: [] }],
  ])('%s with %j is taken', async (call, body) => {
    const answer = await device().call(call, body);
    expect([answer.status, answer.json.status], JSON.stringify(answer.json)).toEqual([200, 200]);
    expect(answer.json.data).toEqual(expect.objectContaining({}));
  });

  test('a payment without a currency is in that of the project, one of an unknown type counts', async () => {
    await device().call('capture-payment', { amount: 5, currency: '', type: 'SOMETHING_NEW' });
    expect(await rows('payments')).toMatchObject([{ currency: 'INR', type: 'DEFAULT' }]);
  });
});

describe('people', () => {
  test('are those whose id an event carries, though no call announced it', async () => {
    const phone = device();
    await phone.init();
    await phone.event('tap', { user_id: 'kept-in-the-keychain' });
    await phone.event('tap', { user_id: 'kept-in-the-keychain' });
    expect((await rows('people')).map((row) => row.user_id)).toEqual(['kept-in-the-keychain']);
    expect((await rows('installs')).map((row) => row.user_id)).toEqual(['kept-in-the-keychain']);
  });

  test.each(['<null>', 'null', '(null)', 'unknown', 'nil', 'undefined', '0', ''])(
    'are not made one by the id %j, nor are their devices',
    async (none) => {
      for (const phone of [device(), device()]) {
        await phone.init({ gaid: none, android_id: none, appsetid: none });
        await phone.event('tap', { user_id: none });
        await phone.call('capture-payment', { user_id: none, payment_id: none, amount: 5 });
        const user_data = { id: none, mixpanel_distinct_id: none };
        expect((await phone.call('set-user-data', { user_data })).status).toBe(200);
        expect((await phone.call('trigger', { user_data })).json.error.fields).toEqual({
          'user_data.id': 'is required',
        });
        expect((await phone.call('init', { install_instance_id: none })).json.error.fields).toEqual({
          install_instance_id: 'is required',
        });
      }
      expect(await rows('people')).toEqual([]);
      expect(await rows('payments')).toHaveLength(2);
      expect((await rows('installs')).map(({ kind, verdict }) => [kind, verdict])).toEqual([
        ['install', 'clean'],
        ['install', 'clean'],
      ]);
    },
  );

  test('of an app that does not know its install yet are found by their device', async () => {
    const phone = device();
    await phone.init();
    const device_data = { gaid: phone.advertisingId };
    const event = { install_instance_id: '', device_data };
    expect((await phone.event('early', event)).status).toBe(200);
    expect((await rows('installs')).map((row) => row.install_id)).toEqual([phone.installId]);
    const nobody = await phone.event('early', { install_instance_id: '' });
    expect([nobody.status, nobody.json.error.fields]).toEqual([400, { install_instance_id: 'is required' }]);
  });

  test('keep what set-user-data says of them without their id', async () => {
    const phone = device();
    await phone.init();
    await phone.call('customer-user-id', { user_id: 'u7' });
    await phone.call('set-user-data', { user_data: { name: 'Asha', braze_device_id: 'b1' } });
    expect(await rows('people')).toMatchObject([{ user_id: 'u7', name: 'Asha', signed_up_at: null }]);
    expect(await rows('installs')).toMatchObject([
      { user_id: 'u7', integrations: { braze_device_id: 'b1' } },
    ]);
  });

  test('sign up once, whatever device they use', async () => {
    const [one, two] = [device(), device()];
    for (const phone of [one, two]) {
      await phone.init();
      const user_data = { id: 'u9', email: 'a@example.com', name: '<null>' };
      await phone.call('trigger', { user_data, time_since_app_install: 5, data: {} });
    }
    expect(await counters()).toMatchObject({ signups: 1, 'events $signup': 2 });
    const [person] = await rows('people');
    expect(person).toMatchObject({ user_id: 'u9', email: 'a@example.com', name: null });
    expect((await rows('installs')).map((row) => row.user_id)).toEqual(['u9', 'u9']);
  });
});

describe('a link that comes straight to the app', () => {
  test('is a click, once however often it is sent, and can bring someone back', async () => {
    const [first, second] = [await campaign({ name: 'First' }), await campaign({ name: 'Second' })];
    const phone = device();
    await installFrom(first.slug, phone);
    server.clock.advance(8 * DAY_MS);
    const url = `${server.url}/l/${second.slug}`;
    for (let times = 0; times < 2; times += 1) {
      const answer = await phone.call('handle-deeplink', { url });
      expect(answer.json.data).toMatchObject({
        deeplink: null,
        is_trailmark: true,
        processing: false,
        attribution: { campaign_data: { name: 'Second' } },
      });
    }
    expect(await counters()).toMatchObject({ clicks: 2, reattributions: 1 });
    const answer = await phone.call('attribution-data');
    expect(answer.json.data.campaign_data.name).toBe('Second');
  });

  test('decides nothing by the install referrer that the app tells of again', async () => {
    const [first, second] = [await campaign({ name: 'First' }), await campaign({ name: 'Second' })];
    const phone = device();
    const clicks = [await phone.clickToken(first.slug), await phone.clickToken(second.slug)];
    server.clock.advance(MINUTE_MS);
    await phone.init({ install_ref: `tm_click=${clicks[0]}` });
    server.clock.advance(8 * DAY_MS);
    const device_data = {
      install_ref: `tm_click=${clicks[1]}`,
      installBeginTimestampServerSeconds: 1_773_000_000,
    };
    const answer = await phone.deeplink('https://example.com/a', { device_data });
    expect(answer.json.data.attribution).toMatchObject({ campaign_data: { name: 'First' } });
    expect(await rows('decisions')).toHaveLength(1);
  });

  test('of someone else is nobody here', async () => {
    const answer = await device().call('handle-deeplink', { url: 'https://example.com/l/abc' });
    expect(answer.json.data).toMatchObject({
      deeplink: null,
      is_trailmark: false,
      processing: false,
      attribution: { attribution_source: 'ORGANIC' },
    });
  });
});
