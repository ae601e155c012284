import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, addressOf, CALLBACK, decide, postForm } from '../receivers/testing/network-fixture.ts';
import { control, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';
import { META_ACCOUNTS, META_APP, META_DATASETS, META_SYSTEM_TOKEN } from './meta.data.ts';

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

const GRAPH = 'https://graph.facebook.com/v25.0';
const [INDIA, US] = META_ACCOUNTS as [(typeof META_ACCOUNTS)[0], (typeof META_ACCOUNTS)[0]];
const dialogOf = (given: Record<string, string> = {}) =>
  addressOf('https://www.facebook.com/v25.0/dialog/oauth', {
    client_id: META_APP.id,
    redirect_uri: CALLBACK,
    state: 's-1',
    response_type: 'code',
    scope: 'ads_read,ads_management',
    ...given,
  });
const get = (path: string, parameters: Record<string, string> = {}) =>
  sendToTool(sandbox, addressOf(`${GRAPH}/${path}`, parameters), { method: 'GET' });
const exchangeOf = (given: Record<string, string>) =>
  get('oauth/access_token', {
    client_id: META_APP.id,
    client_secret: META_APP.secret,
    redirect_uri: CALLBACK,
    ...given,
  });
const errorOf = (body: unknown) =>
  (body as { error: { code: number; error_subcode?: number; message: string } }).error;

async function connect(scope = 'ads_read,ads_management'): Promise<string> {
  const { code = '' } = await decide(sandbox, dialogOf({ scope }), 'allow');
  const { body } = await exchangeOf({ code });
  return (body as { access_token: string }).access_token;
}

describe('the dialog', () => {
  test('shows the app, and what it asks for', async () => {
    const { status, body, headers } = await sendToTool(sandbox, dialogOf(), { method: 'GET' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const text of ['Trailmark asks', 'ads_read', 'Kite India', 'Allow', 'Deny']) {
      expect(body).toContain(text);
    }
  });

  test('goes back with a code, or with a denial', async () => {
    expect(await decide(sandbox, dialogOf(), 'allow')).toEqual({ code: expect.any(String), state: 's-1' });
    expect(await decide(sandbox, dialogOf(), 'deny')).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 's-1',
    });
  });

  test.each([
    ['another app', { client_id: '1' }],
    ['an address without https', { redirect_uri: 'http://trailmark.example/' }],
    ['another type', { response_type: 'token' }],
    ['an unknown scope', { scope: 'ads_read,everything' }],
    ['no state', { state: '' }],
  ])('refuses %s', async (_which, given) => {
    expect((await sendToTool(sandbox, dialogOf(given), { method: 'GET' })).status).toBe(400);
  });
});

describe('an exchange', () => {
  test('gives a short token for a code, and a long one for that', async () => {
    const short = await connect();
    expect(short).toMatch(/^EAA[a-f0-9]{64}$/);
    const { body } = await exchangeOf({ grant_type: 'fb_exchange_token', fb_exchange_token: short });
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
    now = new Date('2026-11-16T12:01:00Z');
    const { access_token: long } = body as { access_token: string };
    expect((await get('me', { access_token: long })).status).toBe(200);
    expect(errorOf((await get('me', { access_token: short })).body)).toMatchObject({
      code: 190,
      error_subcode: 463,
    });
    const late = await exchangeOf({ grant_type: 'fb_exchange_token', fb_exchange_token: short });
    expect(errorOf(late.body)).toMatchObject({ code: 190, error_subcode: 463 });
  });

  test.each<[string, Record<string, string>, number, number | undefined]>([
    ['another app', { client_id: '1' }, 101, undefined],
    ['a wrong secret', { client_secret: 'x' }, 1, undefined],
    ['an unknown code', { code: 'x' }, 100, 36009],
    ['another callback', { redirect_uri: `${CALLBACK}/` }, 100, 36008],
  ])('refuses %s', async (_which, given, code, subcode) => {
    const issued = await decide(sandbox, dialogOf(), 'allow');
    const { status, body } = await exchangeOf({ code: issued.code ?? '', ...given });
    expect([status, errorOf(body).code, errorOf(body).error_subcode]).toEqual([400, code, subcode]);
  });

  test('takes a code once, and for ten minutes', async () => {
    const { code = '' } = await decide(sandbox, dialogOf(), 'allow');
    expect((await exchangeOf({ code })).status).toBe(200);
    expect(errorOf((await exchangeOf({ code })).body).error_subcode).toBe(36009);
    const late = await decide(sandbox, dialogOf(), 'allow');
    now = new Date('2026-11-16T10:12:00Z');
    expect(errorOf((await exchangeOf({ code: late.code ?? '' })).body).error_subcode).toBe(36007);
  });

  const debug = async (token: string) => {
    const access = `${META_APP.id}|${META_APP.secret}`;
    const { body } = await get('debug_token', { input_token: token, access_token: access });
    return (body as { data: unknown }).data;
  };
  test('can be inspected', async () => {
    const token = await connect('ads_read');
    expect(await debug(token)).toMatchObject({
      app_id: META_APP.id,
      is_valid: true,
      scopes: ['ads_read'],
      expires_at: now.getTime() / 1000 + 5400,
    });
    expect(await act(sandbox, 'meta/expire-token', { access_token: token })).toBe(204);
    expect(await debug(token)).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } });
    expect(await debug('EAAother')).toMatchObject({ is_valid: false });
    expect(await debug(META_SYSTEM_TOKEN)).toMatchObject({ is_valid: true, expires_at: 0 });
  });
});

describe('a token', () => {
  test('that expires or loses a permission is refused in Meta’s words', async () => {
    const token = await connect();
    expect((await get('me/adaccounts', { access_token: token })).status).toBe(200);
    await act(sandbox, 'meta/revoke-permission', { permission: 'ads_management' });
    await act(sandbox, 'meta/revoke-permission', { permission: 'ads_read' });
    const denied = await get('me/adaccounts', { access_token: token });
    expect([denied.status, errorOf(denied.body).code]).toEqual([403, 200]);
    const { body } = await get('me/permissions', { access_token: token });
    expect(body).toMatchObject({ data: [{ permission: 'ads_read', status: 'declined' }, {}, {}] });
    await act(sandbox, 'meta/expire-token');
    const expired = await get('me/adaccounts', { access_token: token });
    expect([expired.status, errorOf(expired.body).code]).toEqual([401, 190]);
  });

  test('with a proof needs the right one', async () => {
    const token = await connect();
    const proof = createHmac('sha256', META_APP.secret).update(token).digest('hex');
    expect((await get('me', { access_token: token, appsecret_proof: proof })).status).toBe(200);
    expect((await get('me', { access_token: token, appsecret_proof: 'x' })).status).toBe(400);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['none', 'me/adaccounts', {}, 2500],
    ['a malformed one', 'me/adaccounts', { access_token: 'x' }, 190],
    ['one that was never issued', 'me/adaccounts', { access_token: `EAA${'x'.repeat(30)}` }, 190],
    ['an unknown path', 'me/pages', { access_token: META_SYSTEM_TOKEN }, 2500],
    ['a version that has ended', '../v19.0/me', { access_token: META_SYSTEM_TOKEN }, 2500],
  ])('refuses %s', async (_which, path, parameters, code) => {
    expect(errorOf((await get(path, parameters)).body).code).toBe(code);
  });
});

const FIELDS = 'campaign_id,campaign_name,spend,impressions,clicks,actions,date_start';
const RANGE = JSON.stringify({ since: '2026-11-10', until: '2026-11-12' });
type Row = Record<'campaign_id' | 'adset_id' | 'ad_id' | 'spend' | 'date_start', string>;
const insightsOf = async (given: Record<string, string> = {}, account = INDIA) => {
  const { body, headers, status } = await get(`act_${account.id}/insights`, {
    access_token: META_SYSTEM_TOKEN,
    level: 'campaign',
    time_increment: '1',
    time_range: RANGE,
    fields: FIELDS,
    limit: '500',
    ...given,
  });
  return { status, headers, body, rows: (body as { data: Row[] }).data };
};
const spendOf = (rows: Row[]) => Math.round(rows.reduce((sum, { spend }) => sum + Number(spend) * 100, 0));

describe('accounts and insights', () => {
  test('list the two accounts, page by page', async () => {
    const fields = 'id,account_id,name,account_status,currency,timezone_name,timezone_offset_hours_utc';
    const first = await get('me/adaccounts', { access_token: META_SYSTEM_TOKEN, fields, limit: '1' });
    expect(first.body).toMatchObject({
      data: [{ id: `act_${INDIA.id}`, currency: 'INR', timezone_offset_hours_utc: 5.5, account_status: 1 }],
    });
    const { next } = (first.body as { paging: { next: string } }).paging;
    const second = await sendToTool(sandbox, next, { method: 'GET' });
    expect(second.body).toMatchObject({ data: [{ account_id: US.id, timezone_name: 'America/New_York' }] });
    expect(second.body).not.toHaveProperty('paging.next');
  });

  test('have texts for numbers, a row a day, and the same sums at every level', async () => {
    const { rows, headers } = await insightsOf();
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({
      campaign_id: INDIA.campaigns[0]?.id,
      date_start: '2026-11-10',
      date_stop: '2026-11-10',
      spend: expect.stringMatching(/^\d+\.\d\d$/),
      impressions: expect.stringMatching(/^\d+$/),
    });
    expect(headers.get('x-fb-ads-insights-throttle')).toContain('acc_id_util_pct');
    for (const level of ['adset', 'ad', 'account']) {
      expect(spendOf((await insightsOf({ level, fields: 'spend' })).rows)).toBe(spendOf(rows));
    }
  });

  test('change until a day is final', async () => {
    const range = (day: string) => ({ time_range: JSON.stringify({ since: day, until: day }) });
    const pull = async () => [
      spendOf((await insightsOf(range('2026-11-16'))).rows),
      spendOf((await insightsOf(range('2026-11-15'))).rows),
      spendOf((await insightsOf(range('2026-11-01'))).rows),
    ];
    const before = await pull();
    expect(await pull()).toEqual(before);
    now = new Date('2026-11-16T13:01:00Z');
    const after = await pull();
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    expect(after[2]).toBe(before[2]);
  });

  test('show a cost that was changed, at every level', async () => {
    const [campaign] = INDIA.campaigns;
    const change = { campaign_id: campaign?.id, day: '2026-11-11', cost: 1234.56 };
    expect(await act(sandbox, 'meta/change-cost', change)).toBe(204);
    for (const level of ['campaign', 'adset', 'ad']) {
      const { rows } = await insightsOf({ level });
      const own = rows.filter((row) => row.campaign_id === campaign?.id && row.date_start === '2026-11-11');
      expect(spendOf(own)).toBe(123_456);
    }
    expect(await act(sandbox, 'meta/change-cost', { ...change, campaign_id: '1' })).toBe(404);
    expect(await act(sandbox, 'meta/change-cost', { ...change, day: '2026-02-30' })).toBe(400);
  });

  test.each<[string, Record<string, string>, number]>([
    ['a level', { level: 'keyword' }, 100],
    ['a field', { fields: 'spend,cost' }, 100],
    ['a range', { time_range: '{"since":"2026-11-10"}' }, 100],
    ['a range backwards', { time_range: '{"since":"2026-11-10","until":"2026-11-09"}' }, 100],
    ['a range too long ago', { time_range: '{"since":"2023-01-01","until":"2026-11-09"}' }, 3018],
    ['an increment', { time_increment: 'daily' }, 100],
    ['a preset', { date_preset: 'constructor', time_range: '' }, 100],
    ['a cursor', { after: 'x' }, 100],
    ['a limit', { limit: '0' }, 100],
  ])('refuse %s that is none', async (_which, given, code) => {
    const { status, body } = await insightsOf(given);
    expect([status, errorOf(body).code]).toEqual([400, code]);
  });

  test('can be prepared as a report', async () => {
    const start = async () => {
      const parameters = { level: 'ad', fields: 'ad_id,spend', time_range: RANGE, time_increment: '1' };
      const answer = await postForm(sandbox, `${GRAPH}/act_${INDIA.id}/insights`, {
        ...parameters,
        access_token: META_SYSTEM_TOKEN,
      });
      return (answer.body as { report_run_id: string }).report_run_id;
    };
    const read = async (path: string) =>
      (await get(path, { access_token: META_SYSTEM_TOKEN, limit: '500' })).body as Record<string, unknown>;
    const run = await start();
    expect(errorOf(await read(`${run}/insights`)).code).toBe(100);
    const statuses = [await read(run), await read(run), await read(run)];
    expect(statuses.map((status) => status.async_status)).toEqual([
      ...['Job Not Started', 'Job Running', 'Job Completed'],
    ]);
    const rows = (await read(`${run}/insights`)).data as Row[];
    expect(spendOf(rows)).toBe(spendOf((await insightsOf()).rows));
    await act(sandbox, 'meta/fail-next-report');
    const failing = await start();
    for (let n = 0; n < 2; n += 1) await read(failing);
    expect(await read(failing)).toMatchObject({ async_status: 'Job Failed', error_code: 2 });
  });

  test('are throttled, and refused for other documented reasons', async () => {
    const setFaults = (rules: unknown) =>
      control(sandbox, '/receivers/meta/faults', { method: 'POST', body: rules });
    await setFaults([{ throttle: true, count: 1 }]);
    const throttled = await insightsOf();
    expect([throttled.status, errorOf(throttled.body).code]).toEqual([400, 80004]);
    expect(throttled.headers.get('x-business-use-case-usage')).toContain('regain_access');
    await setFaults([{ answer: 400, reason: '100/1487534', only: 'insights' }]);
    expect(errorOf((await insightsOf()).body)).toMatchObject({ code: 100, error_subcode: 1487534 });
    await setFaults([{ bad_credentials: true }]);
    expect(errorOf((await insightsOf()).body).code).toBe(190);
  });
});

test('datasets are listed by account and by app', async () => {
  const token = { access_token: META_SYSTEM_TOKEN };
  expect((await get(`act_${INDIA.id}/adspixels`, token)).body).toMatchObject({
    data: [{ id: META_DATASETS[0]?.id }],
  });
  expect((await get(`${META_APP.id}/linked_dataset`, token)).body).toMatchObject({
    data: [{ id: META_DATASETS[0]?.id }],
  });
});
