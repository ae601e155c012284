import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, addressOf, CALLBACK, decide, sha256 } from '../receivers/testing/network-fixture.ts';
import { control, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';
import { TIKTOK_ACCOUNTS, TIKTOK_APP, TIKTOK_APPS, TIKTOK_PIXELS } from './tiktok.data.ts';

let sandbox: Sandbox;
let now: Date;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.receivers.forget();
  now = new Date('2026-11-16T10:01:00Z');
  sandbox.receivers.clock.follow(() => now);
});

const API = 'https://business-api.tiktok.com/open_api/v1.3';
const INDIA = TIKTOK_ACCOUNTS[0] as (typeof TIKTOK_ACCOUNTS)[0];
const tiktok = () => sandbox.receivers.get('tiktok');
const portalOf = (given: Record<string, string> = {}) =>
  addressOf('https://business-api.tiktok.com/portal/auth', {
    app_id: TIKTOK_APP.id,
    state: 's-1',
    redirect_uri: CALLBACK,
    ...given,
  });
interface Envelope {
  code: number;
  message: string;
  request_id: string;
  data: Record<string, unknown>;
}
const post = async (path: string, body: unknown, token = '') => {
  const answer = await sendToTool(sandbox, `${API}/${path}`, { body, headers: { 'access-token': token } });
  return answer.body as Envelope;
};
const get = async (path: string, parameters: Record<string, string>, token: string) => {
  const url = addressOf(`${API}/${path}`, parameters);
  const answer = await sendToTool(sandbox, url, { method: 'GET', headers: { 'access-token': token } });
  return answer.body as Envelope;
};
const exchange = (given: Record<string, unknown>) =>
  post('oauth2/access_token/', { app_id: TIKTOK_APP.id, secret: TIKTOK_APP.secret, ...given });
async function connect(): Promise<string> {
  const { auth_code: code } = await decide(sandbox, portalOf(), 'allow');
  return String((await exchange({ auth_code: code })).data.access_token);
}

describe('connecting', () => {
  test('goes over the page to a code and a token', async () => {
    const { status, body } = await sendToTool(sandbox, portalOf(), { method: 'GET' });
    expect(status).toBe(200);
    expect(body).toContain('Trailmark asks');
    const callback = await decide(sandbox, portalOf(), 'allow');
    expect(callback).toEqual({ auth_code: callback.code, code: expect.any(String), state: 's-1' });
    expect(await exchange({ auth_code: callback.auth_code })).toMatchObject({
      code: 0,
      message: 'OK',
      request_id: expect.any(String),
      data: { access_token: expect.any(String), advertiser_ids: TIKTOK_ACCOUNTS.map(({ id }) => id) },
    });
    expect((await exchange({ auth_code: callback.auth_code })).code).toBe(40001);
  });

  test('can be denied', async () => {
    expect(await decide(sandbox, portalOf(), 'deny')).toEqual({ error: 'access_denied', state: 's-1' });
  });

  test.each([
    ['another app', { app_id: '1' }],
    ['an address without https', { redirect_uri: 'http://trailmark.example/' }],
    ['no state', { state: '' }],
  ])('refuses %s on the page', async (_which, given) => {
    expect((await sendToTool(sandbox, portalOf(given), { method: 'GET' })).status).toBe(400);
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['a wrong secret', { secret: 'x' }, 40002],
    ['no code', { auth_code: undefined }, 40002],
    ['an unknown code', { auth_code: 'x' }, 40001],
  ])('refuses %s in the exchange', async (_which, given, code) => {
    const { auth_code: issued } = await decide(sandbox, portalOf(), 'allow');
    expect((await exchange({ auth_code: issued, ...given })).code).toBe(code);
  });

  test('lists advertisers, pixels and apps', async () => {
    const token = await connect();
    const app = { app_id: TIKTOK_APP.id, secret: TIKTOK_APP.secret };
    expect((await get('oauth2/advertiser/get/', app, token)).data).toMatchObject({
      list: [{ advertiser_id: INDIA.id, advertiser_name: 'Kite India' }, {}],
    });
    const ids = { advertiser_ids: JSON.stringify(TIKTOK_ACCOUNTS.map(({ id }) => id)) };
    expect((await get('advertiser/info/', ids, token)).data).toMatchObject({
      list: [{ currency: 'INR', timezone: 'Asia/Kolkata' }, { currency: 'USD' }],
    });
    const us = { advertiser_id: TIKTOK_ACCOUNTS[1]?.id ?? '' };
    expect((await get('pixel/list/', { ...us, page_size: '1', page: '2' }, token)).data).toMatchObject({
      pixels: [{ pixel_code: 'CKITEUS0000000000A03', asset_ownership: { asset_relation_status: 'UNBOUND' } }],
      page_info: { page: 2, total_number: 2, total_page: 2 },
    });
    expect((await get('app/list/', us, token)).data).toMatchObject({ apps: [{ platform: 'IOS' }] });
    expect((await get('pixel/list/', { advertiser_id: '1' }, token)).code).toBe(40001);
    expect((await get('pixel/list/', {}, token)).code).toBe(40002);
  });

  test('answers to tokens in the envelope, with HTTP 200', async () => {
    const token = await connect();
    const list = () => get('pixel/list/', { advertiser_id: INDIA.id }, token);
    expect((await list()).code).toBe(0);
    await act(sandbox, 'tiktok/revoke-permission', { permission: 'measurement' });
    expect((await list()).code).toBe(40001);
    await act(sandbox, 'tiktok/expire-token', { access_token: token });
    expect((await list()).code).toBe(40105);
    expect((await get('pixel/list/', { advertiser_id: INDIA.id }, '')).code).toBe(40105);
  });

  test.each([
    ['pixel/list', 404],
    ['../v1.2/pixel/list/', 404],
    ['event/track/', 405],
  ])('serves nothing at GET %s', async (path, status) => {
    expect((await sendToTool(sandbox, `${API}/${path}`, { method: 'GET' })).status).toBe(status);
  });
});

const PIXEL_TOKEN = 'ab'.repeat(20);
const USER = {
  email: [sha256('dana@kite.example')],
  ttclid: 'E.C.P.abc',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
};
type Event = Record<string, unknown>;
const seconds = () => Math.floor(now.getTime() / 1000);
const DAY = 86_400;
const webEvent = (given: Event = {}): Event => ({
  event: 'CompletePayment',
  event_time: seconds() - 60,
  event_id: 'e-1',
  user: USER,
  page: { url: 'https://kite.example/thanks' },
  properties: { value: 10.5, currency: 'INR' },
  ...given,
});
const GAID = '38400000-8cf0-11bd-b23e-10b96e40000d';
const appEvent = (given: Event = {}): Event => ({
  event: 'InstallApp',
  event_time: seconds() - 60,
  event_id: 'i-1',
  user: { gaid: sha256(GAID), att_status: 'NOT_APPLICABLE' },
  app: { app_id: 'com.kite.shop' },
  ...given,
});
const WEB = { event_source: 'web', event_source_id: TIKTOK_PIXELS[0]?.pixel_code };
const APP = { event_source: 'app', event_source_id: TIKTOK_APPS[0]?.app_id };
const send = (events: unknown, source: Event = WEB, token = PIXEL_TOKEN) =>
  post('event/track/', { ...source, data: events }, token);

describe('events', () => {
  test('of the web and of apps are taken', async () => {
    expect(await send([webEvent()])).toMatchObject({ code: 0, message: 'OK', data: {} });
    expect(
      (await send([appEvent()], { ...APP, test_event_code: 'T1', partner_name: 'Trailmark' })).code,
    ).toBe(0);
    expect(tiktok().received.items()).toMatchObject([{ id: 'e-1' }, { id: 'i-1', person: sha256(GAID) }]);
  });

  test('are none where only the token is proved', async () => {
    expect((await send([])).code).toBe(0);
    tiktok().accept([{ access_token: PIXEL_TOKEN, event_source_id: 'CKITEIN0000000000A01' }]);
    expect((await send([])).code).toBe(0);
    expect((await send([], WEB, 'cd'.repeat(20))).code).toBe(40105);
    expect((await send([], { ...WEB, event_source_id: 'CKITEUS0000000000A02' })).code).toBe(40105);
  });

  const user = (given: Event) => webEvent({ user: { ...USER, ...given } });
  const device = (given: Event) => appEvent({ user: { gaid: GAID, ...given } });
  const paid = (properties: Event) => webEvent({ properties });
  test.each<[string, () => unknown, string, Event?]>([
    ['no object', () => 7, 'data'],
    ['no name', () => webEvent({ event: '' }), 'event'],
    ['a time as text', () => webEvent({ event_time: '1' }), 'event_time'],
    ['a time of the future', () => webEvent({ event_time: seconds() + 60 }), 'event_time'],
    ['a time in milliseconds', () => webEvent({ event_time: now.getTime() }), 'event_time'],
    ['a time too long ago', () => webEvent({ event_time: seconds() - 7 * DAY - 60 }), 'event_time'],
    ['an id that is a number', () => webEvent({ event_id: 7 }), 'event_id'],
    ['nobody', () => webEvent({ user: { user_agent: 'x' } }), 'user'],
    ['no user', () => webEvent({ user: undefined }), 'user'],
    ['a plain e-mail address', () => user({ email: 'dana@kite.example' }), 'user.email'],
    ['a hash in capitals', () => user({ phone: [sha256('1').toUpperCase()] }), 'user.phone'],
    ['a city in capitals', () => user({ city: 'New York' }), 'user.city'],
    ['no IP address', () => user({ ip: 'x' }), 'user.ip'],
    ['a locale that is none', () => user({ locale: 'english language' }), 'user.locale'],
    ['no page', () => webEvent({ page: undefined }), 'page.url'],
    ['a value as text', () => paid({ value: '1', currency: 'INR' }), 'properties.value'],
    ['a value without a currency', () => paid({ value: 1 }), 'properties.currency'],
    ['a currency that is none', () => paid({ value: 1, currency: 'inr' }), 'properties.currency'],
    ['another content type', () => paid({ content_type: 'sku' }), 'properties.content_type'],
    ['a price as text', () => paid({ contents: [{ content_id: 'a', price: '1' }] }), 'properties.contents'],
    ['another use', () => webEvent({ limited_data_use: 1 }), 'limited_data_use'],
    ['an advertising id of another form', () => device({ gaid: 'abc' }), 'user.gaid', APP],
    ['a hashed vendor id', () => device({ idfv: sha256('x') }), 'user.idfv', APP],
    ['another tracking status', () => device({ att_status: 'YES' }), 'user.att_status', APP],
    ['no app', () => appEvent({ app: {} }), 'app.app_id', APP],
  ])('with %s are left out, and the others taken', async (_which, event, field, source = WEB) => {
    const good = source === WEB ? webEvent({ event_id: 'good' }) : appEvent({ event_id: 'good' });
    const { code, data } = await send([good, event()], source);
    const [failed] = data.failed_events as { order_in_batch: number; error: string }[];
    expect([code, failed?.order_in_batch]).toEqual([20001, 1]);
    expect(failed?.error.startsWith(field)).toBe(true);
    expect(tiktok().received.counts()).toMatchObject({ taken: 1, refused: 1 });
    expect((await send([event()], source)).code).toBe(40002);
  });

  test.each<[string, unknown, Event, number]>([
    ['no list', {}, WEB, 40002],
    ['another source', [], { ...WEB, event_source: 'sms' }, 40002],
    ['no source id', [], { event_source: 'web' }, 40002],
    ['an unknown pixel', [], { ...WEB, event_source_id: 'X' }, 40007],
    ['a pixel of someone else', [], { ...WEB, event_source_id: 'CKITEUS0000000000A03' }, 40001],
    ['the pixel of the web for an app', [], { ...WEB, event_source: 'app' }, 40007],
    ['1001 events', Array(1001).fill({}), WEB, 40002],
  ])('of %s are refused', async (_which, events, source, code) => {
    const answer = await send(events, source);
    expect([answer.code, answer.data]).toEqual([code, {}]);
  });

  test('of the same name and id count once in 48 hours', async () => {
    for (let n = 0; n < 2; n += 1) await send([webEvent()]);
    expect(tiktok().received.counts()).toMatchObject({ taken: 1, repeats: 1 });
    now = new Date('2026-11-18T10:02:00Z');
    await send([webEvent()]);
    expect(tiktok().received.counts()).toMatchObject({ taken: 2, repeats: 1 });
  });

  test('with another spelling are custom ones, which is worth a warning', async () => {
    await send([webEvent({ event: 'completepayment' })]);
    expect(tiktok().received.requests()[0]?.warnings).toEqual(['completepayment is not CompletePayment']);
  });

  test('are throttled and refused by faults', async () => {
    const setFaults = (rules: unknown) =>
      control(sandbox, '/receivers/tiktok/faults', { method: 'POST', body: rules });
    await setFaults([{ throttle: true, count: 1 }]);
    expect((await send([webEvent()])).code).toBe(40100);
    await setFaults([{ answer: 200, reason: '40700', count: 1 }, { bad_credentials: true }]);
    expect((await send([webEvent()])).code).toBe(40700);
    expect((await send([webEvent()])).code).toBe(40105);
    await setFaults([{ refuse_every: 2 }]);
    const events = ['a', 'b'].map((id) => webEvent({ event_id: id }));
    expect((await send(events)).code).toBe(20001);
    expect(tiktok().received.ids()).toMatchObject([{ id: 'a' }]);
  });
});

describe('a report', () => {
  interface Row {
    dimensions: Record<string, string>;
    metrics: Record<string, string>;
  }
  const LEVELS = { AUCTION_CAMPAIGN: 'campaign_id', AUCTION_ADGROUP: 'adgroup_id', AUCTION_AD: 'ad_id' };
  const reportOf = async (
    given: Record<string, string> = {},
    level: keyof typeof LEVELS = 'AUCTION_CAMPAIGN',
  ) => {
    const parameters = {
      advertiser_id: INDIA.id,
      report_type: 'BASIC',
      data_level: level,
      page_size: '1000',
      start_date: '2026-11-10',
      end_date: '2026-11-12',
      ...given,
      dimensions: given.dimensions ?? JSON.stringify([LEVELS[level], 'stat_time_day']),
      metrics: given.metrics ?? JSON.stringify(['spend', 'impressions', 'clicks', 'campaign_id']),
    };
    const { code, data } = await get('report/integrated/get/', parameters, await connect());
    const rows = (data.list ?? []) as Row[];
    const spend = rows.reduce((sum, { metrics }) => sum + Math.round(Number(metrics.spend) * 100), 0);
    return { code, data, rows, spend };
  };

  test('has a row for each day, page by page, and the same sums at every level', async () => {
    const { rows, spend } = await reportOf();
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({
      dimensions: { campaign_id: INDIA.campaigns[0]?.id, stat_time_day: '2026-11-10 00:00:00' },
      metrics: { spend: expect.stringMatching(/^\d+\.\d\d$/), clicks: expect.stringMatching(/^\d+$/) },
    });
    for (const level of ['AUCTION_ADGROUP', 'AUCTION_AD'] as const) {
      expect((await reportOf({}, level)).spend).toBe(spend);
    }
    const page = await reportOf({ page_size: '4', page: '2' });
    expect(page.rows).toEqual(rows.slice(4));
    expect(page.data.page_info).toEqual({ page: 2, page_size: 4, total_number: 6, total_page: 2 });
  });

  test('changes while a day is not final, and with a changed cost', async () => {
    const today = { start_date: '2026-11-16', end_date: '2026-11-16' };
    const before = (await reportOf(today)).spend;
    now = new Date('2026-11-16T12:01:00Z');
    expect((await reportOf(today)).spend).toBeGreaterThan(before);
    const campaign = INDIA.campaigns[0]?.id;
    await act(sandbox, 'tiktok/change-cost', { campaign_id: campaign, day: '2026-11-11', cost: 99.5 });
    const { rows } = await reportOf({}, 'AUCTION_AD');
    const own = rows.filter(
      ({ dimensions, metrics }) =>
        dimensions.stat_time_day === '2026-11-11 00:00:00' && metrics.campaign_id === campaign,
    );
    expect(own.reduce((sum, { metrics }) => sum + Math.round(Number(metrics.spend) * 100), 0)).toBe(9950);
  });

  test.each<[string, Record<string, string>]>([
    ['another type', { report_type: 'AUDIENCE' }],
    ['another level', { data_level: 'CAMPAIGN' }],
    ['dimensions of another level', { dimensions: '["ad_id","stat_time_day"]' }],
    ['dimensions that are no JSON', { dimensions: 'campaign_id' }],
    ['an unknown metric', { metrics: '["constructor"]' }],
    ['a date that is none', { start_date: '2026-11-31' }],
    ['31 days', { start_date: '2026-10-13' }],
    ['a page that is too large', { page_size: '1001' }],
  ])('refuses %s', async (_which, given) => {
    expect((await reportOf(given)).code).toBe(40002);
  });
});
