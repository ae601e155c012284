import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, addressOf, CALLBACK, decide, postForm } from '../receivers/testing/network-fixture.ts';
import { control, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';
import {
  GOOGLE_ACCOUNTS,
  GOOGLE_CLIENT,
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

const ADS = 'https://googleads.googleapis.com/v26';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const [INDIA, US] = GOOGLE_ACCOUNTS as [(typeof GOOGLE_ACCOUNTS)[0], (typeof GOOGLE_ACCOUNTS)[0]];
const CLIENT = { client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret };
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const authorizeOf = (given: Record<string, string> = {}) =>
  addressOf('https://accounts.google.com/o/oauth2/v2/auth', {
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 's-1',
    scope: GOOGLE_SCOPES.join(' '),
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...given,
  });
const redeem = (given: Record<string, string>) =>
  postForm(sandbox, TOKEN_URL, {
    ...CLIENT,
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...given,
  });
const refresh = (token: string) =>
  postForm(sandbox, TOKEN_URL, { ...CLIENT, grant_type: 'refresh_token', refresh_token: token });
interface TokenBody {
  access_token: string;
  refresh_token: string;
}
async function connect(): Promise<TokenBody> {
  const { code = '' } = await decide(sandbox, authorizeOf(), 'allow');
  return (await redeem({ code })).body as TokenBody;
}

/** The name in the error code of a Google Ads failure. */
function errorNameOf(body: unknown): string | undefined {
  const { details } = (body as { error: { details: { errors: { errorCode: Record<string, string> }[] }[] } })
    .error;
  return Object.values(details[0]?.errors[0]?.errorCode ?? {})[0];
}

describe('connecting', () => {
  test('goes over the page to a code, tokens and fresh tokens', async () => {
    const shown = await sendToTool(sandbox, authorizeOf(), { method: 'GET' });
    expect(shown.body).toContain('Trailmark asks');
    const callback = await decide(sandbox, authorizeOf(), 'allow');
    expect(callback).toMatchObject({
      code: expect.any(String),
      state: 's-1',
      scope: GOOGLE_SCOPES.join(' '),
    });
    const { body } = await redeem({ code: callback.code ?? '' });
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^ya29\./),
      refresh_token: expect.stringMatching(/^1\/\/0/),
      expires_in: 3599,
      token_type: 'Bearer',
    });
    expect((await redeem({ code: callback.code ?? '' })).body).toMatchObject({ error: 'invalid_grant' });
    const fresh = await refresh((body as TokenBody).refresh_token);
    expect(fresh.body).toMatchObject({ access_token: expect.stringMatching(/^ya29\./) });
    expect(fresh.body).not.toHaveProperty('refresh_token');
  });

  test('can be denied, and gives no refresh token for online access', async () => {
    expect(await decide(sandbox, authorizeOf(), 'deny')).toEqual({ error: 'access_denied', state: 's-1' });
    const { code = '' } = await decide(sandbox, authorizeOf({ access_type: 'online' }), 'allow');
    expect((await redeem({ code })).body).not.toHaveProperty('refresh_token');
  });

  test.each([
    ['another client', { client_id: 'x' }],
    ['an address without https', { redirect_uri: 'http://trailmark.example/' }],
    ['another type', { response_type: 'token' }],
    ['an unknown scope', { scope: 'everything' }],
    ['no state', { state: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
  ])('refuses %s on the page', async (_which, given) => {
    expect((await sendToTool(sandbox, authorizeOf(given), { method: 'GET' })).status).toBe(400);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['another client', { client_id: 'x' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['an unknown code', { code: 'x' }, 400, 'invalid_grant'],
    ['another callback', { redirect_uri: `${CALLBACK}/` }, 400, 'redirect_uri_mismatch'],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('refuses %s in the exchange', async (_which, given, status, error) => {
    const { code = '' } = await decide(sandbox, authorizeOf(), 'allow');
    const answer = await redeem({ code, ...given });
    expect([answer.status, answer.body]).toMatchObject([status, { error }]);
  });

  test('ends where the person withdraws the access', async () => {
    const { refresh_token: token } = await connect();
    expect((await postForm(sandbox, 'https://oauth2.googleapis.com/revoke', { token })).status).toBe(200);
    expect((await refresh(token)).body).toMatchObject({ error: 'invalid_grant' });
    const again = await connect();
    await act(sandbox, 'google-ads/revoke-access');
    expect((await refresh(again.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

interface SearchGiven {
  customer?: string;
  login?: string | null;
  method?: string;
  token?: string;
  body?: Record<string, unknown>;
}
async function search(query: string, given: SearchGiven = {}) {
  const { customer = INDIA.id, login = GOOGLE_MANAGER.id, method = 'search', body = {} } = given;
  const token = given.token ?? (await connect()).access_token;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(login === null ? {} : { 'login-customer-id': login }),
  };
  const url = `${ADS}/customers/${customer}/googleAds:${method}`;
  return sendToTool(sandbox, url, { body: { query, ...body }, headers });
}

describe('accounts', () => {
  test('are listed with what they manage', async () => {
    const { access_token: token } = await connect();
    const headers = { authorization: `Bearer ${token}` };
    const listed = await sendToTool(sandbox, `${ADS}/customers:listAccessibleCustomers`, {
      method: 'GET',
      headers,
    });
    expect(listed.body).toEqual({ resourceNames: [`customers/${GOOGLE_MANAGER.id}`, `customers/${US.id}`] });
    const { body } = await search(
      'SELECT customer_client.id, customer_client.manager, customer_client.level, customer_client.time_zone FROM customer_client WHERE customer_client.level <= 1',
      { customer: GOOGLE_MANAGER.id },
    );
    expect(body).toMatchObject({
      results: [
        { customerClient: { id: GOOGLE_MANAGER.id, manager: true, level: '0' } },
        { customerClient: { id: INDIA.id, manager: false, level: '1', timeZone: 'Asia/Kolkata' } },
        { customerClient: { id: US.id } },
      ],
    });
  });

  test.each<[string, SearchGiven, number, string]>([
    ['a client without its manager', { login: null }, 403, 'USER_PERMISSION_DENIED'],
    [
      'a manager of someone else',
      { login: '1112223333' },
      403,
      'INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION',
    ],
    ['another customer', { customer: '1112223333' }, 403, 'USER_PERMISSION_DENIED'],
    ['an id with dashes', { login: '555-000-1110' }, 400, 'INVALID_CUSTOMER_ID'],
    ['an unknown token', { token: 'ya29.x' }, 401, 'OAUTH_TOKEN_INVALID'],
    ['a page size', { body: { pageSize: 10 } }, 400, 'PAGE_SIZE_NOT_SUPPORTED'],
    ['another page', { body: { pageToken: 'x' } }, 400, 'INVALID_PAGE_TOKEN'],
  ])('refuse %s', async (_which, given, status, name) => {
    const answer = await search('SELECT campaign.id FROM campaign', given);
    expect([answer.status, errorNameOf(answer.body)]).toEqual([status, name]);
  });

  test('refuse a token that has expired, and one without the scope', async () => {
    const { access_token: token } = await connect();
    const query = 'SELECT campaign.id FROM campaign';
    expect((await search(query, { token })).status).toBe(200);
    await act(sandbox, 'google-ads/revoke-permission', { permission: GOOGLE_SCOPES[0] });
    expect((await search(query, { token })).status).toBe(403);
    await act(sandbox, 'google-ads/expire-token');
    const expired = await search(query, { token });
    expect([expired.status, errorNameOf(expired.body)]).toEqual([401, 'OAUTH_TOKEN_EXPIRED']);
    const later = await connect();
    now = new Date('2026-11-16T11:02:00Z');
    expect(errorNameOf((await search(query, { token: later.access_token })).body)).toBe(
      'OAUTH_TOKEN_EXPIRED',
    );
  });

  test('serve the versions that have not ended', async () => {
    const url = ADS.replace('v26', 'v22');
    expect(
      (await sendToTool(sandbox, `${url}/customers:listAccessibleCustomers`, { method: 'GET' })).status,
    ).toBe(404);
  });
});

interface CostRow {
  campaign: { id: string };
  segments: { date: string };
  metrics: { costMicros: string };
}
const DATES = "segments.date BETWEEN '2026-11-10' AND '2026-11-12'";
const costQuery = (resource = 'campaign', where = DATES) =>
  `SELECT campaign.id, campaign.name, segments.date, metrics.cost_micros, metrics.impressions FROM ${resource} WHERE ${where}`;
const rowsOf = async (query: string) => ((await search(query)).body as { results: CostRow[] }).results;
const microsOf = (rows: CostRow[]) => rows.reduce((sum, { metrics }) => sum + Number(metrics.costMicros), 0);

describe('a query', () => {
  test('gives cost by day, with the same sums at every level', async () => {
    const rows = await rowsOf(costQuery());
    expect(rows).toHaveLength(9);
    expect(rows[0]).toEqual({
      campaign: { id: INDIA.campaigns[0]?.id, name: 'IN App installs' },
      segments: { date: '2026-11-10' },
      metrics: {
        costMicros: expect.stringMatching(/^\d+0000$/),
        impressions: expect.stringMatching(/^\d+$/),
      },
    });
    for (const resource of ['ad_group', 'ad_group_ad']) {
      expect(microsOf(await rowsOf(costQuery(resource)))).toBe(microsOf(rows));
    }
    const campaign = INDIA.campaigns[1]?.id;
    const own = await rowsOf(
      `${costQuery('campaign', `${DATES} AND campaign.id = ${campaign}`)} ORDER BY segments.date DESC LIMIT 2`,
    );
    expect(own.map((row) => [row.campaign.id, row.segments.date])).toEqual([
      [campaign, '2026-11-12'],
      [campaign, '2026-11-11'],
    ]);
  });

  test('is paged, or streamed in chunks', async () => {
    const query = costQuery('ad_group_ad', "segments.date >= '2026-10-01'");
    const first = (await search(query)).body as { results: CostRow[]; nextPageToken: string };
    expect(first.results).toHaveLength(100);
    const second = (await search(query, { body: { pageToken: first.nextPageToken } })).body;
    const { body } = await search(query, { method: 'searchStream' });
    const chunks = body as { results: CostRow[]; requestId: string }[];
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks[1]?.results).toEqual((second as { results: CostRow[] }).results);
  });

  test('changes while a day is not final, and with a changed cost', async () => {
    const today = costQuery('campaign', 'segments.date DURING TODAY');
    const before = microsOf(await rowsOf(today));
    now = new Date('2026-11-16T12:01:00Z');
    expect(microsOf(await rowsOf(today))).toBeGreaterThan(before);
    const campaign = INDIA.campaigns[0]?.id;
    await act(sandbox, 'google-ads/change-cost', { campaign_id: campaign, day: '2026-11-11', cost: 12.34 });
    const rows = await rowsOf(costQuery('ad_group_ad', `${DATES} AND campaign.id = ${campaign}`));
    expect(microsOf(rows.filter(({ segments }) => segments.date === '2026-11-11'))).toBe(12_340_000);
  });

  test.each([
    ['nothing', 'hello', 'EXPECTED_SELECT'],
    ['no resource', 'SELECT campaign.id', 'EXPECTED_FROM'],
    ['another resource', 'SELECT campaign.id FROM constructor', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['an unknown field', 'SELECT campaign.cost FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['a field without a resource', 'SELECT id FROM campaign', 'BAD_FIELD_NAME'],
    ['no dates', 'SELECT segments.date, metrics.clicks FROM campaign', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
    ['a date that is none', costQuery('campaign', "segments.date = '2026-11-31'"), 'BAD_VALUE'],
    [
      'an order by what is not selected',
      `${costQuery()} ORDER BY campaign.status`,
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
  ])('of %s is refused', async (_which, query, name) => {
    const answer = await search(query);
    expect([answer.status, errorNameOf(answer.body)]).toEqual([400, name]);
  });

  test('of metrics of a manager is refused', async () => {
    const { body } = await search(costQuery(), { customer: GOOGLE_MANAGER.id });
    expect(errorNameOf(body)).toBe('REQUESTED_METRICS_FOR_MANAGER');
  });

  test('is throttled, and refused for other documented reasons', async () => {
    const setFaults = (rules: unknown) =>
      control(sandbox, '/receivers/google-ads/faults', { method: 'POST', body: rules });
    await setFaults([{ throttle: true, count: 1, only: 'search' }]);
    const throttled = await search(costQuery());
    expect([throttled.status, errorNameOf(throttled.body)]).toEqual([429, 'RESOURCE_TEMPORARILY_EXHAUSTED']);
    await setFaults([{ answer: 403, reason: 'CUSTOMER_NOT_ENABLED', only: 'search' }]);
    expect(errorNameOf((await search(costQuery())).body)).toBe('CUSTOMER_NOT_ENABLED');
    await setFaults([{ bad_credentials: true, only: 'token' }]);
    expect((await redeem({})).body).toEqual({ error: 'invalid_grant' });
  });
});

describe('links', () => {
  const QUERY =
    'SELECT third_party_app_analytics_link.shareable_link_id, account_link.status, account_link.third_party_app_analytics.app_id FROM third_party_app_analytics_link';
  const read = async () =>
    ((await search(QUERY)).body as { results: { thirdPartyAppAnalyticsLink: { shareableLinkId: string } }[] })
      .results;

  test('are read, created, regenerated and change their status', async () => {
    const [link] = GOOGLE_LINKS;
    expect(await read()).toMatchObject([
      { thirdPartyAppAnalyticsLink: { shareableLinkId: link?.linkId }, accountLink: { status: 'ENABLED' } },
    ]);
    await act(sandbox, 'google-ads/set-link-status', { link_id: link?.linkId, status: 'REVOKED' });
    expect(await read()).toMatchObject([{ accountLink: { status: 'REVOKED' } }]);
    const token = (await connect()).access_token;
    const headers = { authorization: `Bearer ${token}`, 'login-customer-id': GOOGLE_MANAGER.id };
    const create = (appId: string) => {
      const app = { appAnalyticsProviderId: '7001', appId, appVendor: 'GOOGLE_APP_STORE' };
      const body = { accountLink: { status: 'ENABLED', thirdPartyAppAnalytics: app } };
      return sendToTool(sandbox, `${ADS}/customers/${INDIA.id}/accountLinks:create`, { body, headers });
    };
    expect((await create('com.kite.lite')).body).toEqual({
      resourceName: `customers/${INDIA.id}/accountLinks/810003`,
    });
    expect(errorNameOf((await create('com.kite.lite')).body)).toBe('RESOURCE_ALREADY_EXISTS');
    expect((await create('12345')).status).toBe(400);
    const created = (await read())[1]?.thirdPartyAppAnalyticsLink.shareableLinkId;
    expect(created).toMatch(/^[0-9a-f]{32}$/);
    const path = `customers/${INDIA.id}/thirdPartyAppAnalyticsLinks/810003:regenerateShareableLinkId`;
    expect((await sendToTool(sandbox, `${ADS}/${path}`, { body: {}, headers })).status).toBe(200);
    expect((await read())[1]?.thirdPartyAppAnalyticsLink.shareableLinkId).not.toBe(created);
  });
});
