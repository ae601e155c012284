import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, addressOf, CALLBACK, decide, postForm, sha256 } from '../receivers/testing/network-fixture.ts';
import { control, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';
import {
  GOOGLE_ACCOUNTS,
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
  GOOGLE_MANAGER,
  GOOGLE_SCOPES,
} from './google-ads.data.ts';

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

const google = () => sandbox.receivers.get('google-ads');
const RDID = '38400000-8cf0-11bd-b23e-10b96e40000d';
const [LINK, APPLE_LINK] = GOOGLE_LINKS.map(({ linkId }) => linkId) as [string, string];
const seconds = () => now.getTime() / 1000;
const PATH = 'https://www.googleadservices.com/pagead/conversion/app/1.0';
const HEADERS = {
  'user-agent': 'Trailmark/1.0.0 (Android 14; en_IN; Pixel 8; Build/UP1A; Proxy)',
  'x-forwarded-for': '203.0.113.7',
  'content-type': 'application/json; charset=utf-8',
};
type Query = Record<string, string | null>;
const queryOf = (given: Query = {}): Record<string, string> => {
  const all: Query = {
    dev_token: GOOGLE_DEV_TOKEN,
    link_id: LINK,
    app_event_type: 'first_open',
    rdid: RDID,
    lat: '0',
    id_type: 'advertisingid',
    app_version: '1.0',
    os_version: '14',
    sdk_version: '1.0',
    timestamp: `${seconds() - 60}.123456`,
    ...given,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  );
};
const send = (given: Query = {}, { headers = {}, body = '' as unknown, method = 'POST' } = {}) =>
  sendToTool(sandbox, addressOf(PATH, queryOf(given)), { method, body, headers: { ...HEADERS, ...headers } });
interface ConversionBody {
  ad_events: { ad_event_id: string }[];
  errors: string[];
  attributed: boolean;
}

describe('an app conversion', () => {
  test('that Google does not claim is taken, and not attributed', async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([200, { ad_events: [], errors: [], attributed: false }]);
    expect(google().received.items()).toMatchObject([{ name: 'first_open', person: RDID }]);
    expect(JSON.stringify(google().received.items())).not.toContain(GOOGLE_DEV_TOKEN);
  });

  test('that Google claims names the campaign, and can be answered across networks', async () => {
    const campaign = GOOGLE_ACCOUNTS[0]?.campaigns[0];
    const claim = { rdid: RDID.toUpperCase(), campaign_id: campaign?.id, timestamp: seconds() - 600 };
    expect(await act(sandbox, 'google-ads/attribute', claim)).toBe(204);
    const { body } = await send();
    expect(body).toMatchObject({
      attributed: true,
      errors: [],
      ad_events: [
        {
          campaign_id: Number(campaign?.id),
          campaign_name: campaign?.name,
          timestamp: seconds() - 600,
          interaction_type: 'engagement',
          external_customer_id: Number(GOOGLE_ACCOUNTS[0]?.id),
        },
      ],
    });
    const notify = async (given: Record<string, string>) => {
      const query = { dev_token: GOOGLE_DEV_TOKEN, link_id: LINK, attributed: '1', ...given };
      const answer = await sendToTool(sandbox, addressOf(`${PATH}/cross_network`, query), {
        headers: HEADERS,
      });
      return answer.body as ConversionBody;
    };
    const adEventId = (body as ConversionBody).ad_events[0]?.ad_event_id ?? '';
    expect(await notify({ ad_event_id: adEventId })).toEqual({ ad_events: [], errors: [], attributed: true });
    expect((await notify({ ad_event_id: 'x', attributed: '2' })).errors).toEqual([
      ...['ad_event_id_invalid', 'attributed_invalid'],
    ]);
    const otherLink = { ad_event_id: adEventId, link_id: GOOGLE_LINKS[1]?.linkId ?? '' };
    expect((await notify(otherLink)).errors).toEqual(['ad_event_id_invalid']);
    await act(sandbox, 'google-ads/attribute', { rdid: RDID, campaign_id: null });
    expect((await send()).body).toMatchObject({ attributed: false });
    expect(await act(sandbox, 'google-ads/attribute', { rdid: RDID, campaign_id: '1' })).toBe(404);
  });

  test.each<[string, Query, string]>([
    ['another partner', { dev_token: 'x' }, 'dev_token_invalid'],
    ['an unknown link', { link_id: 'x' }, 'link_id_invalid'],
    ['no link', { link_id: null }, 'link_id_invalid'],
    ['another type', { app_event_type: 'install' }, 'app_event_type_invalid'],
    ['a custom event without a name', { app_event_type: 'custom' }, 'app_event_name_invalid'],
    [
      'a reserved name',
      { app_event_type: 'custom', app_event_name: 'first_open' },
      'app_event_name_reserved_value',
    ],
    [
      'a name of 65 characters',
      { app_event_type: 'custom', app_event_name: 'x'.repeat(65) },
      'app_event_name_invalid',
    ],
    ['a name that is not custom', { app_event_name: 'x' }, 'app_event_name_not_allowed'],
    ['a hashed device', { rdid: sha256(RDID) }, 'rdid_invalid'],
    ['no device', { rdid: null }, 'rdid_missing'],
    ['an id of another platform', { id_type: 'idfa' }, 'id_type_invalid'],
    ['an Android id for an Apple link', { link_id: APPLE_LINK }, 'id_type_invalid'],
    ['another limit', { lat: 'false' }, 'lat_invalid'],
    ['no app version', { app_version: '' }, 'app_version_invalid'],
    ['no SDK version', { sdk_version: null }, 'sdk_version_missing'],
    ['a time without a fraction', { timestamp: '1763287200' }, 'timestamp_invalid'],
    ['a time of the future', { timestamp: '1999999999.000000' }, 'timestamp_invalid'],
    ['a value that is none', { value: 'ten', currency_code: 'INR' }, 'value_invalid'],
    ['a value without a currency', { value: '10' }, 'currency_code_missing'],
    ['another currency', { value: '10', currency_code: 'rupee' }, 'currency_code_invalid'],
    ['another source', { app_open_source: 'link' }, 'app_open_source_invalid'],
    ['another consent', { eea: 'yes' }, 'eea_invalid'],
  ])('with %s is refused', async (_which, given, error) => {
    const { status, body } = await send(given);
    expect([status, body]).toEqual([200, { ad_events: [], errors: [error], attributed: false }]);
    expect(google().received.counts()).toMatchObject({ taken: 0, refused: 1 });
  });

  test.each<[string, { headers?: Record<string, string>; body?: unknown }, string]>([
    ['another browser', { headers: { 'user-agent': 'Mozilla/5.0' } }, 'user_agent_invalid'],
    ['no address', { headers: { 'x-forwarded-for': '' } }, 'x_forwarded_for_invalid'],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 'content_type_invalid'],
    ['another body', { body: { events: [] } }, 'app_event_data_invalid'],
  ])('with %s is refused', async (_which, request, error) => {
    expect((await send({}, request)).body).toMatchObject({ errors: [error] });
  });

  test('may have rich data, a name and a value', async () => {
    const body = { app_event_data: { item_id: ['a'] } };
    expect((await send({ app_event_type: 'add_to_cart' }, { body })).body).toMatchObject({ errors: [] });
    const named = { app_event_type: 'custom', app_event_name: 'signup', value: '1.5', currency_code: 'INR' };
    expect((await send(named)).body).toMatchObject({ errors: [] });
    expect((await send({}, { method: 'PUT' })).status).toBe(405);
  });

  test('is not recognised when it comes again', async () => {
    for (let n = 0; n < 2; n += 1) await send();
    expect(google().received.counts()).toMatchObject({ taken: 2, repeats: 0 });
  });

  test('of a link that is not enabled is refused, and by faults', async () => {
    const setFaults = (rules: unknown) =>
      control(sandbox, '/receivers/google-ads/faults', { method: 'POST', body: rules });
    await act(sandbox, 'google-ads/set-link-status', { link_id: LINK, status: 'PENDING_APPROVAL' });
    expect((await send()).body).toMatchObject({ errors: ['link_id_invalid'] });
    await setFaults([
      { answer: 200, reason: 'timestamp_invalid', count: 1 },
      { throttle: true, count: 1 },
    ]);
    expect((await send()).body).toMatchObject({ errors: ['timestamp_invalid'] });
    expect((await send()).status).toBe(429);
    google().accept([{ dev_token: 'other' }]);
    expect((await send({ link_id: APPLE_LINK, id_type: 'idfa' })).body).toMatchObject({
      errors: ['dev_token_invalid'],
    });
  });
});

async function connect(scope: string): Promise<string> {
  const page = addressOf('https://accounts.google.com/o/oauth2/v2/auth', {
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 's-1',
    scope,
  });
  const { code = '' } = await decide(sandbox, page, 'allow');
  const { body } = await postForm(sandbox, 'https://oauth2.googleapis.com/token', {
    client_id: GOOGLE_CLIENT.id,
    client_secret: GOOGLE_CLIENT.secret,
    redirect_uri: CALLBACK,
    grant_type: 'authorization_code',
    code,
  });
  return (body as { access_token: string }).access_token;
}

describe('the Data Manager API', () => {
  type Fields = Record<string, unknown>;
  const DESTINATION = {
    operatingAccount: { accountType: 'GOOGLE_ADS', accountId: GOOGLE_ACCOUNTS[0]?.id },
    loginAccount: { accountType: 'GOOGLE_ADS', accountId: GOOGLE_MANAGER.id },
    productDestinationId: '910001',
  };
  const eventOf = (given: Fields = {}): Fields => ({
    eventTimestamp: '2026-11-16T10:00:00Z',
    transactionId: 't-1',
    eventSource: 'WEB',
    conversionValue: 10.5,
    currency: 'INR',
    adIdentifiers: { gclid: 'gclid-1' },
    ...given,
  });
  const ingest = async (given: Fields = {}, scope: string = GOOGLE_SCOPES[1]) => {
    const headers = { authorization: `Bearer ${await connect(scope)}` };
    const body = { destinations: [DESTINATION], events: [eventOf()], encoding: 'HEX', ...given };
    return sendToTool(sandbox, 'https://datamanager.googleapis.com/v1/events:ingest', { body, headers });
  };
  const reasonOf = (body: unknown) =>
    (body as { error: { details: { reason: string }[] } }).error.details[0]?.reason;

  test('takes events, and says later what became of them', async () => {
    const user = { userIdentifiers: [{ emailAddress: sha256('dana@kite.example') }] };
    const consent = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' };
    const events = [eventOf(), eventOf({ transactionId: 't-2', userData: user, consent })];
    const { body } = await ingest({ events });
    expect(body).toEqual({ requestId: expect.any(String) });
    const again = (await ingest({ events: [eventOf()] })).body as { requestId: string };
    expect(google().received.counts()).toMatchObject({ taken: 2, repeats: 1 });
    const url = `https://datamanager.googleapis.com/v1/requestStatus:retrieve?requestId=${again.requestId}`;
    const headers = { authorization: `Bearer ${await connect(GOOGLE_SCOPES[1])}` };
    const status = await sendToTool(sandbox, url, { method: 'GET', headers });
    expect(JSON.stringify(status.body)).toContain('DUPLICATE_TRANSACTION_ID');
  });

  test('only validates where that is all that is asked', async () => {
    expect((await ingest({ validateOnly: true })).status).toBe(200);
    expect(google().received.counts().taken).toBe(0);
  });

  const destination = (given: Fields) => ({ destinations: [{ ...DESTINATION, ...given }] });
  const event = (given: Fields) => ({ events: [eventOf(), eventOf(given)] });
  const user = (...userIdentifiers: unknown[]) => event({ userData: { userIdentifiers } });
  test.each<[string, Fields, string]>([
    ['no destination', { destinations: [] }, 'INVALID_ARGUMENT'],
    [
      'another account',
      destination({ operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1' } }),
      'PERMISSION_DENIED',
    ],
    ['no manager', destination({ loginAccount: undefined }), 'PERMISSION_DENIED'],
    ['another action', destination({ productDestinationId: '1' }), 'INVALID_CONVERSION_ACTION_ID'],
    ['2001 events', { events: Array(2001).fill({}) }, 'TOO_MANY_EVENTS'],
    ['a time that is none', event({ eventTimestamp: '2026-11-16' }), 'EVENT_TIME_INVALID'],
    ['a time of the future', event({ eventTimestamp: '2026-11-16T10:02:00Z' }), 'EVENT_TIME_INVALID'],
    ['another source', event({ eventSource: 'web' }), 'INVALID_ARGUMENT'],
    ['a value as text', event({ conversionValue: '1' }), 'INVALID_ARGUMENT'],
    ['nobody', event({ adIdentifiers: {} }), 'NO_IDENTIFIERS_PROVIDED'],
    ['a plain e-mail address', user({ emailAddress: 'dana@kite.example' }), 'INVALID_SHA256_FORMAT'],
    [
      'a plain name',
      user({ address: { givenName: 'Dana', familyName: sha256('iyer') } }),
      'INVALID_SHA256_FORMAT',
    ],
    ['11 identifiers', user(...Array(11).fill({ emailAddress: sha256('x') })), 'INVALID_ARGUMENT'],
    ['no encoding', { ...user({ phoneNumber: sha256('+1') }), encoding: undefined }, 'INVALID_ARGUMENT'],
    ['another consent', event({ consent: { adUserData: 'GRANTED' } }), 'INVALID_ARGUMENT'],
  ])('refuses %s, and all events with it', async (_which, given, reason) => {
    const { status, body } = await ingest(given);
    expect([status, reasonOf(body)]).toEqual([400, reason]);
    expect(google().received.counts().taken).toBe(0);
  });

  test('needs a token with its own scope', async () => {
    const { status, body } = await ingest({}, GOOGLE_SCOPES[0]);
    expect([status, reasonOf(body)]).toEqual([403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);
  });
});
