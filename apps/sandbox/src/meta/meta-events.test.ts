import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, postForm, sha256 } from '../receivers/testing/network-fixture.ts';
import { control, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';
import { META_DATASETS } from './meta.data.ts';

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

const TOKEN = `EAAcapi${'0'.repeat(30)}`;
const [CONSOLIDATED, WEB_ONLY] = META_DATASETS.map(({ id }) => id) as [string, string];
const urlOf = (dataset = CONSOLIDATED, token = TOKEN) =>
  `https://graph.facebook.com/v25.0/${dataset}/events?access_token=${token}`;
const meta = () => sandbox.receivers.get('meta');
const seconds = () => Math.floor(now.getTime() / 1000);
const DAY = 86_400;

type Event = Record<string, unknown>;
const USER = {
  em: [sha256('dana@kite.example')],
  client_user_agent: 'Mozilla/5.0',
  client_ip_address: '203.0.113.7',
};
const webEvent = (given: Event = {}): Event => ({
  event_name: 'AddToCart',
  event_time: seconds() - 60,
  action_source: 'website',
  event_id: 'e-1',
  event_source_url: 'https://kite.example/cart',
  user_data: USER,
  ...given,
});
const EXTINFO = [
  ...['a2', 'com.kite.shop', '1.0', '1.0.3', '14', 'Pixel 8', 'en_IN', 'IST', 'Jio', '1080', '2400'],
  ...['2.6', '8', '128', '64', 'Asia/Kolkata'],
];
const APP_DATA = { advertiser_tracking_enabled: 1, application_tracking_enabled: 1, extinfo: EXTINFO };
const MADID = '38400000-8cf0-11bd-b23e-10b96e40000d';
const appEvent = (given: Event = {}): Event => ({
  event_name: 'MobileAppInstall',
  event_time: seconds() - 60,
  action_source: 'app',
  user_data: { madid: MADID, anon_id: 'device-1' },
  app_data: APP_DATA,
  ...given,
});
const send = (events: unknown, url = urlOf()) => sendToTool(sandbox, url, { body: { data: events } });
interface GraphErrorBody {
  error: { code: number; error_subcode?: number; message: string; error_user_msg: string };
}

describe('events', () => {
  test('of the web and of apps are taken', async () => {
    const { status, body } = await send([webEvent(), appEvent()]);
    expect([status, body]).toEqual([
      ...[200, { events_received: 2, messages: [], fbtrace_id: expect.any(String) }],
    ]);
    expect(meta().received.items()).toMatchObject([
      { id: 'e-1', name: 'AddToCart' },
      { id: null, name: 'MobileAppInstall', person: MADID },
    ]);
  });

  test('may come as a form, and as a test', async () => {
    const fields = { data: JSON.stringify([webEvent()]), access_token: TOKEN, test_event_code: 'TEST12345' };
    const url = `https://graph.facebook.com/v25.0/${CONSOLIDATED}/events`;
    expect((await postForm(sandbox, url, fields)).body).toMatchObject({ events_received: 1 });
    const check = { event_name: 'CapiConnectionTest', action_source: 'system_generated' };
    const { body } = await send([webEvent({ ...check, user_data: { external_id: sha256('x') } })]);
    expect(body).toMatchObject({ events_received: 1 });
  });

  const user = (given: Event, event = webEvent) => event({ user_data: { ...USER, ...given } });
  const app = (given: Event) => appEvent({ app_data: { ...APP_DATA, ...given } });
  const purchase = (custom: Event) => webEvent({ event_name: 'Purchase', custom_data: custom });
  test.each<[string, () => unknown, string]>([
    ['no object', () => 7, 'data[1]'],
    ['no name', () => webEvent({ event_name: '' }), "data[1]['event_name']"],
    ['another source', () => webEvent({ action_source: 'web' }), "['action_source']"],
    ['a time as text', () => webEvent({ event_time: '1' }), "['event_time']"],
    ['a time in milliseconds', () => webEvent({ event_time: now.getTime() }), "['event_time']"],
    ['a time of the future', () => webEvent({ event_time: seconds() + 60 }), "['event_time']"],
    ['a time too long ago', () => webEvent({ event_time: seconds() - 7 * DAY - 60 }), "['event_time']"],
    [
      'a store visit too long ago',
      () => webEvent({ event_time: seconds() - 62 * DAY - 60, action_source: 'physical_store' }),
      "['event_time']",
    ],
    ['no address', () => webEvent({ event_source_url: undefined }), "['event_source_url']"],
    ['an id that is a number', () => webEvent({ event_id: 7 }), "['event_id']"],
    ['no user data', () => webEvent({ user_data: undefined }), "['user_data']"],
    ['a plain e-mail address', () => user({ em: 'dana@kite.example' }), "['em']"],
    ['a hash in capitals', () => user({ ph: sha256('1').toUpperCase() }), "['ph']"],
    ['a plain country', () => user({ country: ['in'] }), "['country']"],
    ['no browser', () => user({ client_user_agent: undefined }), "['client_user_agent']"],
    ['no IP address', () => user({ client_ip_address: '1.2.3' }), "['client_ip_address']"],
    ['a click id alone', () => user({ fbc: 'IwAR0' }), "['fbc']"],
    ['a browser id of another form', () => user({ fbp: 'fb.1.x' }), "['fbp']"],
    ['a hashed advertising id', () => user({ madid: sha256(MADID) }), "['madid']"],
    ['nobody', () => webEvent({ user_data: { client_user_agent: 'x' } }), "['user_data']"],
    ['no app data', () => appEvent({ app_data: undefined }), "['app_data']"],
    ['no tracking status', () => app({ advertiser_tracking_enabled: undefined }), 'advertiser_tracking'],
    ['a tracking status as text', () => app({ application_tracking_enabled: '1' }), 'application_tracking'],
    ['15 values', () => app({ extinfo: EXTINFO.slice(1) }), "['extinfo']"],
    ['a number among them', () => app({ extinfo: EXTINFO.with(9, 1080 as never) }), "['extinfo']"],
    ['another platform', () => app({ extinfo: EXTINFO.with(0, 'w1') }), "['extinfo']"],
    ['no system version', () => app({ extinfo: EXTINFO.with(4, '') }), "['extinfo']"],
    ['a purchase without a value', () => purchase({ currency: 'INR' }), "['value']"],
    ['a purchase without a currency', () => purchase({ value: 1 }), "['currency']"],
    ['a value as text', () => purchase({ value: '1', currency: 'INR' }), "['value']"],
    ['a currency that is none', () => purchase({ value: 1, currency: 'rupee' }), "['currency']"],
    ['contents without ids', () => webEvent({ custom_data: { contents: [{}] } }), "['contents']"],
    ['other options', () => webEvent({ data_processing_options: ['GDPR'] }), 'data_processing_options'],
  ])('are all refused where one has %s', async (_which, event, field) => {
    const { status, body } = await send([webEvent({ event_id: 'good' }), event()]);
    const { error } = body as GraphErrorBody;
    expect([status, error.code]).toEqual([400, 100]);
    expect(error.error_user_msg).toContain('data[1]');
    expect(error.error_user_msg).toContain(field);
    expect(meta().received.counts()).toMatchObject({ taken: 0, refused: 1 });
  });

  test.each<[string, () => Event]>([
    ['a time of almost 7 days', () => webEvent({ event_time: seconds() - 7 * DAY + 60 })],
    ['lists and texts as hashes', () => user({ ph: sha256('1'), fn: [sha256('a'), sha256('b')] })],
    [
      'ids of a click and a browser',
      () => user({ fbc: 'fb.1.1763287260000.IwAR0', fbp: 'fb.1.1763287260000.1' }),
    ],
    ['a purchase', () => purchase({ value: 12.5, currency: 'INR', contents: [{ id: 'a', quantity: 1 }] })],
    [
      'limited use',
      () =>
        webEvent({
          data_processing_options: ['LDU'],
          data_processing_options_country: 0,
          data_processing_options_state: 0,
        }),
    ],
  ])('are taken with %s', async (_which, event) => {
    expect((await send([event()])).status).toBe(200);
  });

  test('that are too old say so by their subcode', async () => {
    const { body } = await send([webEvent({ event_time: seconds() - 8 * DAY })]);
    expect((body as GraphErrorBody).error).toMatchObject({ error_subcode: 2804003 });
  });

  test.each<[string, () => unknown]>([
    ['none', () => []],
    ['no list', () => webEvent()],
    ['1001', () => Array.from({ length: 1001 }, (_, n) => webEvent({ event_id: `e-${n}` }))],
  ])('are refused where there are %s', async (_which, events) => {
    expect((await send(events())).status).toBe(400);
  });

  test('are taken up to 1000', async () => {
    const events = Array.from({ length: 1000 }, (_, n) => webEvent({ event_id: `e-${n}` }));
    expect((await send(events)).body).toMatchObject({ events_received: 1000 });
  });

  test('of the same name and id count once in 48 hours', async () => {
    for (let n = 0; n < 2; n += 1) await send([webEvent()]);
    await send([webEvent({ event_name: 'Search' })]);
    expect(meta().received.counts()).toMatchObject({ taken: 2, repeats: 1 });
    now = new Date('2026-11-18T10:02:00Z');
    await send([webEvent()]);
    expect(meta().received.counts()).toMatchObject({ taken: 3, repeats: 1 });
  });

  test('of an install count once in 90 days', async () => {
    await send([appEvent({ event_id: 'i-1' })]);
    now = new Date('2026-12-30T10:01:00Z');
    await send([appEvent({ event_id: 'i-2' })]);
    expect(meta().received.counts()).toMatchObject({ taken: 1, repeats: 1 });
  });

  test('of apps need a dataset that is linked to the app', async () => {
    expect((await send([appEvent()], urlOf(WEB_ONLY))).status).toBe(400);
    expect((await send([webEvent()], urlOf(WEB_ONLY))).status).toBe(200);
  });
});

describe('a dataset', () => {
  const read = (token = TOKEN, fields = 'id,name,is_unavailable,is_consolidated_container') =>
    sendToTool(
      sandbox,
      `https://graph.facebook.com/v25.0/${CONSOLIDATED}?fields=${fields}&access_token=${token}`,
      { method: 'GET' },
    );
  test('can be read, with documented fields', async () => {
    expect((await read()).body).toMatchObject({ id: CONSOLIDATED, is_consolidated_container: true });
    expect((await read(TOKEN, 'id,colour')).status).toBe(400);
  });

  test('knows its token, and refuses others', async () => {
    meta().accept([{ access_token: TOKEN, dataset_id: CONSOLIDATED }]);
    expect((await send([webEvent()])).status).toBe(200);
    expect((await send([webEvent()], urlOf(WEB_ONLY))).body).toMatchObject({ error: { code: 200 } });
    const other = urlOf(CONSOLIDATED, `EAAother${'0'.repeat(30)}`);
    expect((await send([webEvent()], other)).body).toMatchObject({ error: { code: 190 } });
    expect((await send([webEvent()], urlOf('123'))).body).toMatchObject({
      error: { code: 100, error_subcode: 33 },
    });
  });

  test('refuses a token that has expired', async () => {
    await act(sandbox, 'meta/expire-token', { access_token: TOKEN });
    expect((await send([webEvent()])).body).toMatchObject({ error: { code: 190, error_subcode: 463 } });
  });

  test('refuses every second item by a fault, and the request with it', async () => {
    await control(sandbox, '/receivers/meta/faults', { method: 'POST', body: [{ refuse_every: 2 }] });
    const events = ['a', 'b'].map((id) => webEvent({ event_id: id }));
    expect((await send(events)).body).toMatchObject({ error: { code: 100 } });
    expect((await send(events.slice(0, 1))).status).toBe(200);
    expect((await send(events.slice(1))).status).toBe(400);
  });
});
