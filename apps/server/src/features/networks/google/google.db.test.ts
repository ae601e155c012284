import {
  checkGoogleLinkIds,
  connectGoogleAds,
  deleteGoogleAdsAccount,
  getGoogleAdsAuth,
  getGoogleAdsSettings,
  importGoogleAdsAccounts,
  listGoogleAdsAccounts,
  listGoogleConversionActions,
  updateGoogleAdsSettings,
  updateGoogleLinkIds,
} from '@trailmark/contract/google-ads';
import { createStoreListing } from '@trailmark/contract/store-listings';
import {
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
  GOOGLE_MANAGER,
  GOOGLE_PERSON,
  GOOGLE_PROVIDER_ID,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { buildMember, buildProject } from '../../../testing/build.ts';
import {
  allowGoogle,
  connectGoogle,
  connectGoogleAccounts,
  enterGoogleClient,
} from '../../../testing/connect-google.ts';
import { openedTokens, startNetworkServer, storedText } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let sandbox: Sandbox;
let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
beforeAll(async () => {
  network = await startNetworkServer(startSandbox);
  ({ sandbox, server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  network.forget();
  own = await buildProject(server);
});

const [ANDROID, IOS] = GOOGLE_LINKS.map(({ linkId }) => linkId);
const OTHER_LINK = 'F'.repeat(32);
const query = () => ({ query: { project_id: own.projectId } });
const enter = (over: object = {}) => enterGoogleClient(own, GOOGLE_CLIENT, over);
const change = (over: object = {}) =>
  own.owner.call(updateGoogleAdsSettings, {
    body: { project_id: own.projectId, client_id: GOOGLE_CLIENT.id, ...over },
  });
const connectAll = (over: object = {}) => connectGoogleAccounts(own, GOOGLE_CLIENT, over);
const importAll = () => own.owner.call(importGoogleAdsAccounts, { body: { project_id: own.projectId } });
const google = () => sandbox.receivers.get('google-ads');

async function allow(edit?: (url: URL) => void) {
  const back = await allowGoogle(own, edit);
  expect(`${back.origin}${back.pathname}`).toBe(`${server.kit.publicUrl}/integrations/google_ads/callback`);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}
const connect = (body: { code: string; state: string }) =>
  own.owner.call(connectGoogleAds, { body: { project_id: own.projectId, ...body } });
const act = (action: string, body: object = {}) =>
  fetch(`${sandbox.httpUrl}/receivers/google-ads/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const idOf = (account: { ad_network_id: string } | undefined) => account?.ad_network_id ?? '';
const enterLinks = (account: { ad_network_id: string } | undefined, link_ids: object) =>
  own.owner.call(updateGoogleLinkIds, { ...query(), body: { network_account_id: idOf(account), link_ids } });
const checkLinks = (account: { ad_network_id: string } | undefined) =>
  own.owner.call(checkGoogleLinkIds, { ...query(), body: { network_account_id: idOf(account) } });
const listActions = (account: { ad_network_id: string } | undefined) =>
  own.owner.call(listGoogleConversionActions, {
    query: { project_id: own.projectId, network_account_id: idOf(account) },
  });
const remove = (account: { ad_network_id: string } | undefined) =>
  own.owner.call(deleteGoogleAdsAccount, {
    query: { project_id: own.projectId, network_account_id: idOf(account) },
  });

describe('the OAuth client', () => {
  test('is entered, and neither its secret nor the dev_token is shown', async () => {
    expect(await own.owner.call(getGoogleAdsSettings, query())).toMatchObject({ client_id: null });
    const given = { dev_token: GOOGLE_DEV_TOKEN, app_analytics_provider_id: GOOGLE_PROVIDER_ID };
    const shown = {
      client_id: GOOGLE_CLIENT.id,
      client_secret_hint: 'GOCS',
      dev_token_hint: 'sand',
      app_analytics_provider_id: GOOGLE_PROVIDER_ID,
      redirect_uri: `${server.kit.publicUrl}/integrations/google_ads/callback`,
    };
    expect(await enter(given)).toEqual(shown);
    expect(await own.owner.call(getGoogleAdsSettings, query())).toEqual(shown);
  });

  test('is entered once: the same again is fine, another is a conflict', async () => {
    await enter();
    expect(await enter()).toMatchObject({ client_id: GOOGLE_CLIENT.id });
    await expect(enter({ client_secret: 'GOCSPX-another' })).rejects.toMatchObject({ status: 409 });
    expect(await change({ client_secret: 'GOCSPX-another' })).toMatchObject({ client_secret_hint: 'GOCS' });
  });

  test('keeps what is left out, and its secret for no other client', async () => {
    await expect(change()).rejects.toMatchObject({ fields: { client_secret: 'is required' } });
    await enter({ dev_token: GOOGLE_DEV_TOKEN });
    expect(await change({ app_analytics_provider_id: '1' })).toMatchObject({ dev_token_hint: 'sand' });
    await expect(change({ dev_token: '' })).rejects.toMatchObject({
      fields: { dev_token: expect.any(String) },
    });
    expect(await change({ dev_token: null })).toMatchObject({
      dev_token_hint: null,
      app_analytics_provider_id: '1',
    });
    const other = { client_id: '123456-x.apps.googleusercontent.com' };
    await expect(change(other)).rejects.toMatchObject({ fields: { client_secret: 'is required' } });
  });

  test('has to be there before anybody connects', async () => {
    await expect(own.owner.call(getGoogleAdsAuth, query())).rejects.toMatchObject({ status: 409 });
    await expect(importAll()).rejects.toMatchObject({ status: 409 });
    await enter();
    await expect(importAll()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Connect to Google Ads'),
    });
  });
});

describe('connecting', () => {
  test('gives a login that holds, and the accounts of managers with the way to them', async () => {
    await enter();
    const { login } = await connect(await allow());
    expect(login).toMatchObject({ name: GOOGLE_PERSON.email, state: 'active', expires_at: null });
    const { accounts, left_out } = await importAll();
    const ofGoogle = { kind: 'GOOGLE', status: 'active', login_id: login.login_id };
    expect(accounts).toMatchObject([
      { ...ofGoogle, name: 'Kite India', currency: 'INR', login_customer_id: GOOGLE_MANAGER.id },
      { ...ofGoogle, name: 'Kite US', time_zone: 'America/New_York', login_customer_id: null },
    ]);
    expect(left_out).toEqual([
      { customer_id: GOOGLE_MANAGER.id, name: 'Kite Group', reason: expect.stringContaining('manager') },
    ]);
    expect(await own.owner.call(listGoogleAdsAccounts, query())).toEqual({ accounts, logins: [login] });
  });

  test('twice changes nothing but the tokens', async () => {
    const before = await connectAll();
    const tokens = await openedTokens(server, own.projectId);
    await connectGoogle(own);
    expect(await openedTokens(server, own.projectId)).not.toEqual(tokens);
    const { accounts, logins } = await importAll();
    expect([accounts.map(idOf), logins.length]).toEqual([before.map(idOf), 1]);
  });

  test.each<[string, object, string]>([
    ['another code', { code: '4/not-a-code' }, 'code'],
    ['another state', { state: 'not-a-state-of-ours' }, 'state'],
  ])('with %s is refused', async (_which, over, field) => {
    await enter();
    await expect(connect({ ...(await allow()), ...over })).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  test('with a code that was used, or a state of an hour ago, is refused', async () => {
    await enter();
    const given = await allow();
    await connect(given);
    const later = await allow();
    await expect(connect({ ...given, state: later.state })).rejects.toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('invalid_grant') },
    });
    const late = await allow();
    server.clock.advance(60 * MINUTE_MS);
    await expect(connect(late)).rejects.toMatchObject({ fields: { state: expect.any(String) } });
  });

  test('without a permission says which one', async () => {
    await enter();
    const given = await allow((url) =>
      url.searchParams.set('scope', 'openid email https://www.googleapis.com/auth/adwords'),
    );
    await expect(connect(given)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Data Manager'),
    });
  });

  test('with a wrong client secret says so', async () => {
    await enter({ client_secret: 'GOCSPX-wrong-secret' });
    await expect(connect(await allow())).rejects.toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('client secret is not right') },
    });
  });
});

describe('importing', () => {
  test('an hour later renews the token', async () => {
    await connectAll();
    server.clock.advance(HOUR_MS);
    expect(await importAll()).toMatchObject({ accounts: [{}, {}], logins: [{ state: 'active' }] });
  });

  test('after the permission was withdrawn asks for someone, once', async () => {
    await connectAll();
    await server.runJobs();
    await act('revoke-access');
    server.clock.advance(HOUR_MS);
    const { accounts, logins } = await importAll();
    expect(accounts).toHaveLength(2);
    expect(logins).toMatchObject([
      { state: 'attention', reason: expect.stringMatching(/invalid_grant.*Connect again/) },
    ]);
    await importAll();
    expect((await server.runJobs()).map(({ text }) => text.subject)).toEqual([
      expect.stringContaining(`${GOOGLE_PERSON.email} at Google Ads needs attention`),
    ]);
    await connectGoogle(own);
    expect((await importAll()).logins).toMatchObject([{ state: 'active', reason: null }]);
  });

  test('an account that may not be read is left out alone', async () => {
    await enter();
    await connectGoogle(own);
    google().setFaults([{ answer: 403, reason: 'CUSTOMER_NOT_ENABLED', only: 'search', count: 1 }]);
    const { accounts, left_out } = await importAll();
    expect(accounts.map(({ name }) => name)).toEqual(['Kite US']);
    expect(left_out).toMatchObject([
      { customer_id: GOOGLE_MANAGER.id, reason: expect.stringContaining('closed') },
    ]);
  });

  test('an outage and a limit are said as such', async () => {
    await connectAll();
    for (const fault of ['outage', 'throttle'] as const) {
      google().setFaults([{ [fault]: true }]);
      await expect(importAll()).rejects.toMatchObject({ status: 503 });
    }
  });
});

describe('links of apps', () => {
  test('are entered, checked by Google, and kept when accounts are imported again', async () => {
    const [india] = await connectAll({ dev_token: GOOGLE_DEV_TOKEN });
    expect(await enterLinks(india, { android: ANDROID })).toMatchObject({
      links: { android: { link_id: ANDROID, status: null }, ios: { link_id: null } },
    });
    expect(await checkLinks(india)).toMatchObject({
      links: { android: { link_id: ANDROID, status: 'enabled', app_id: 'com.kite.shop' } },
      reason: null,
    });
    await importAll();
    const { accounts } = await own.owner.call(listGoogleAdsAccounts, query());
    expect(accounts[0]).toMatchObject({
      login_customer_id: GOOGLE_MANAGER.id,
      links: { android: { status: 'enabled' } },
    });
    expect(await enterLinks(india, { android: null })).toMatchObject({
      links: { android: { link_id: null, status: null, app_id: null } },
    });
  });

  test.each([
    ['REVOKED', 'revoked', /Android app was revoked/],
    ['PENDING_APPROVAL', 'pending_approval', /waits to be approved/],
  ])('that are %s are not taken, and the reason says so', async (status, shown, reason) => {
    const [india] = await connectAll({ dev_token: GOOGLE_DEV_TOKEN });
    await act('set-link-status', { link_id: ANDROID, status });
    await enterLinks(india, { android: ANDROID });
    expect(await checkLinks(india)).toMatchObject({
      links: { android: { status: shown } },
      reason: expect.stringMatching(reason),
    });
  });

  test('that Google does not know, and a missing dev_token, are named', async () => {
    const [india] = await connectAll();
    expect((await checkLinks(india)).reason).toMatch(/dev_token.*No app is linked/);
    await enterLinks(india, { android: OTHER_LINK });
    expect(await checkLinks(india)).toMatchObject({
      links: { android: { link_id: OTHER_LINK, status: 'not_found' } },
      reason: expect.stringMatching(/dev_token.*not among the links/),
    });
  });

  test('that Google lists for our number, or for the app in its store, are entered', async () => {
    const [india, us] = await connectAll({ app_analytics_provider_id: GOOGLE_PROVIDER_ID });
    expect((await checkLinks(us)).links.ios).toMatchObject({ link_id: IOS, status: 'enabled' });
    await change({ app_analytics_provider_id: null });
    expect((await checkLinks(india)).links.android.link_id).toBeNull();
    const url = 'https://play.google.com/store/apps/details?id=com.kite.shop';
    const listing = { project_id: own.projectId, name: 'Kite', platform: 'ANDROID' as const, url };
    await own.owner.call(createStoreListing, { body: listing });
    expect((await checkLinks(india)).links.android).toMatchObject({ link_id: ANDROID, status: 'enabled' });
  });

  test('have 32 characters', async () => {
    const [india] = await connectAll();
    await expect(enterLinks(india, { ios: 'com.kite.shop' })).rejects.toMatchObject({
      status: 400,
      fields: { 'link_ids.ios': expect.any(String) },
    });
  });
});

test('conversion actions that take conversions from elsewhere are listed', async () => {
  const [india] = await connectAll();
  expect((await listActions(india)).conversion_actions).toEqual([
    { id: '910002', name: 'Leads by phone', status: 'enabled' },
    { id: '910003', name: 'Newsletter (old)', status: 'removed' },
    { id: '910001', name: 'Orders on the web', status: 'enabled' },
  ]);
});

test.each([
  ['the state of links', checkLinks],
  ['conversion actions', listActions],
])('a permission whose withdrawal is noticed when %s are asked for needs someone', async (_what, ask) => {
  const [india] = await connectAll();
  await server.runJobs();
  // The access token would be valid for most of an hour.
  await act('revoke-access');
  for (let times = 0; times < 2; times += 1) {
    await expect(ask(india)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/OAUTH_TOKEN_REVOKED.*Connect again/),
    });
  }
  const { logins } = await own.owner.call(listGoogleAdsAccounts, query());
  expect(logins).toMatchObject([
    { state: 'attention', reason: expect.stringMatching(/OAUTH_TOKEN_REVOKED.*Connect again/) },
  ]);
  expect((await server.runJobs()).map(({ text }) => text.subject)).toEqual([
    expect.stringContaining('needs attention'),
  ]);
  await connectGoogle(own);
  expect(await ask(india)).toBeTruthy();
});

test('an account that the person may not use leaves the login as it is', async () => {
  const [india] = await connectAll();
  google().setFaults([{ answer: 403, reason: 'USER_PERMISSION_DENIED', only: 'search', count: 1 }]);
  await expect(checkLinks(india)).rejects.toMatchObject({ status: 409 });
  expect((await own.owner.call(listGoogleAdsAccounts, query())).logins).toMatchObject([{ state: 'active' }]);
});

describe('disconnecting the last account', () => {
  // Those of the tests before have connected as the same person.
  beforeEach(() => server.pool.query('delete from network_logins'));

  const useToken = (refresh_token: string | undefined) =>
    fetch(`${sandbox.toolsUrl}/oauth2.googleapis.com/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh_token ?? '',
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
      }),
    });

  test('deletes the tokens, and Google ends the permission', async () => {
    const [india, us] = await connectAll();
    const { refresh_token } = await openedTokens(server, own.projectId);
    expect(await remove(india)).toMatchObject({ accounts: [{}], logins: [{}] });
    expect((await useToken(refresh_token)).status).toBe(200);
    expect(await remove(us)).toEqual({ accounts: [], logins: [] });
    expect((await useToken(refresh_token)).status).toBe(400);
    await expect(remove(us)).rejects.toMatchObject({ status: 404 });
  });

  test('ends no permission that another project has too', async () => {
    const accounts = await connectAll();
    const { refresh_token } = await openedTokens(server, own.projectId);
    await connectGoogleAccounts(await buildProject(server), GOOGLE_CLIENT);
    for (const account of accounts) await remove(account);
    expect((await own.owner.call(listGoogleAdsAccounts, query())).logins).toEqual([]);
    expect((await useToken(refresh_token)).status).toBe(200);
  });
});

test('other projects and other roles have nothing of it', async () => {
  const [account] = await connectAll();
  const other = await buildProject(server);
  const theirs = { project_id: other.projectId, network_account_id: idOf(account) };
  for (const route of [deleteGoogleAdsAccount, listGoogleConversionActions]) {
    await expect(other.owner.call(route, { query: theirs })).rejects.toMatchObject({ status: 404 });
  }
  const { project_id, ...body } = { ...theirs, link_ids: { android: ANDROID } };
  for (const route of [updateGoogleLinkIds, checkGoogleLinkIds]) {
    await expect(other.owner.call(route, { query: { project_id }, body })).rejects.toMatchObject({
      status: 404,
    });
  }
  const viewer = await buildMember(server, own.projectId, 'viewer');
  expect((await viewer.call(listGoogleAdsAccounts, query())).accounts).toHaveLength(2);
  await expect(viewer.call(getGoogleAdsAuth, query())).rejects.toMatchObject({ status: 403 });
  const guest = await buildMember(server, own.projectId, 'guest');
  await expect(guest.call(listGoogleAdsAccounts, query())).rejects.toMatchObject({ status: 403 });
});

test('no secret is stored as it is, answered or logged', async () => {
  const [india] = await connectAll({ dev_token: GOOGLE_DEV_TOKEN });
  const answers = [
    await enterLinks(india, { android: ANDROID }),
    await checkLinks(india),
    await own.owner.call(listGoogleAdsAccounts, query()),
    await own.owner.call(getGoogleAdsSettings, query()),
  ];
  const { access_token = '', refresh_token = '' } = await openedTokens(server, own.projectId);
  const secrets = [GOOGLE_CLIENT.secret, GOOGLE_DEV_TOKEN, access_token, refresh_token];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const text = [await storedText(server), ...network.lines, JSON.stringify(answers)].join('\n');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
