import {
  connectMeta,
  deleteMetaAccount,
  getMetaAuth,
  getMetaCapiConfig,
  getMetaSettings,
  importMetaAccounts,
  listMetaAccounts,
  updateMetaCapiConfig,
  verifyMetaCapi,
} from '@trailmark/contract/meta';
import { listProjects } from '@trailmark/contract/projects';
import { META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { buildMember, buildProject } from '../../../testing/build.ts';
import { allowMeta, connectMetaAccounts, enterMetaApp } from '../../../testing/connect-meta.ts';
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

const [APP_DATASET, WEB_DATASET] = META_DATASETS;
const enterApp = (over: object = {}) => enterMetaApp(own, META_APP, over);
const query = () => ({ query: { project_id: own.projectId } });

/** What Meta sends back with a person who allows it. */
async function allow(change?: (url: URL) => void) {
  const back = await allowMeta(own, change);
  expect(`${back.origin}${back.pathname}`).toBe(`${server.kit.publicUrl}/integrations/meta/callback`);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

const connect = (body: { code: string; state: string }) =>
  own.owner.call(connectMeta, { body: { project_id: own.projectId, ...body } });
const importAll = () => own.owner.call(importMetaAccounts, { body: { project_id: own.projectId } });

const connectAll = () => connectMetaAccounts(own, META_APP);

describe('the app at Meta', () => {
  test('is entered, and its secret is not shown', async () => {
    expect(await own.owner.call(getMetaSettings, query())).toMatchObject({
      app_id: null,
      app_secret_hint: null,
    });
    expect(await enterApp()).toEqual({
      app_id: META_APP.id,
      app_secret_hint: META_APP.secret.slice(0, 4),
      redirect_uri: `${server.kit.publicUrl}/integrations/meta/callback`,
    });
  });

  test('keeps its secret when only that is left out, but not for another app', async () => {
    await enterApp();
    expect(await enterApp({ app_secret: undefined })).toMatchObject({ app_id: META_APP.id });
    await expect(enterApp({ app_id: '99999999', app_secret: undefined })).rejects.toMatchObject({
      status: 400,
      fields: { app_secret: 'is required' },
    });
  });

  test('has to be there before anybody connects', async () => {
    await expect(own.owner.call(getMetaAuth, query())).rejects.toMatchObject({ status: 409 });
    await expect(importAll()).rejects.toMatchObject({ status: 409 });
  });
});

describe('connecting', () => {
  test('gives a login that holds for 60 days, and the accounts that it reaches', async () => {
    await enterApp();
    const { login } = await connect(await allow());
    expect(login).toMatchObject({ state: 'active', scopes: ['ads_read', 'business_management'] });
    const days = (Date.parse(login.expires_at ?? '') - server.clock.now().getTime()) / 86_400_000;
    expect(Math.floor(days)).toBe(59);
    expect((await importAll()).ad_accounts).toMatchObject([
      { kind: 'META', name: 'Kite India', currency: 'INR', time_zone: 'Asia/Kolkata', status: 'active' },
      { kind: 'META', name: 'Kite US', currency: 'USD', time_zone: 'America/New_York', status: 'active' },
    ]);
  });

  test('is one of the first steps of a project', async () => {
    const isDone = async () => {
      const [project] = await own.owner.call(listProjects, query());
      return project?.setup.find(({ step }) => step === 'network_connected')?.done;
    };
    expect(await isDone()).toBe(false);
    await connectAll();
    expect(await isDone()).toBe(true);
  });

  test('twice changes nothing but the tokens', async () => {
    const before = await connectAll();
    await connect(await allow());
    const { ad_accounts: after, logins } = await importAll();
    expect(logins).toHaveLength(1);
    expect(after.map(({ ad_network_id }) => ad_network_id)).toEqual(
      before.map(({ ad_network_id }) => ad_network_id),
    );
  });

  test.each<[string, (given: { code: string; state: string }) => { code: string; state: string }, string]>([
    ['another code', ({ state }) => ({ code: 'AQ-not-a-code', state }), 'code'],
    ['another state', ({ code }) => ({ code, state: 'not-a-state-of-ours' }), 'state'],
  ])('with %s is refused', async (_which, change, field) => {
    await enterApp();
    await expect(connect(change(await allow()))).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  test('with a code or a state that was used is refused', async () => {
    await enterApp();
    const given = await allow();
    // Both at once: one of them is the first.
    const both = await Promise.allSettled([connect(given), connect(given)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const used = { status: 400, fields: { state: 'was used already. Try again.' } };
    await expect(connect(given)).rejects.toMatchObject(used);
    // Not later either, while it would still be valid.
    server.clock.advance(14 * MINUTE_MS);
    await expect(connect(given)).rejects.toMatchObject(used);
    const { state } = await allow();
    await expect(connect({ ...given, state })).rejects.toMatchObject({
      fields: { code: expect.any(String) },
    });
  });

  test('with the state of someone else, or of an hour ago, is refused', async () => {
    await enterApp();
    const given = await allow();
    const admin = await buildMember(server, own.projectId, 'admin');
    const refused = { status: 400, fields: { state: expect.any(String) } };
    const body = { project_id: own.projectId, ...given };
    await expect(admin.call(connectMeta, { body })).rejects.toMatchObject(refused);
    server.clock.advance(60 * MINUTE_MS);
    await expect(connect(given)).rejects.toMatchObject(refused);
  });

  test('without the permission says which one', async () => {
    await enterApp();
    const given = await allow((url) => url.searchParams.set('scope', 'business_management'));
    await expect(connect(given)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('ads_read'),
    });
  });
});

test('a token that Meta does not accept any more asks for someone', async () => {
  await connectAll();
  sandbox.receivers.get('meta').setFaults([{ bad_credentials: true }]);
  const { ad_accounts, logins } = await importAll();
  expect(ad_accounts).toHaveLength(2);
  expect(logins).toMatchObject([{ state: 'attention', reason: expect.stringContaining('Connect again') }]);
  sandbox.receivers.get('meta').setFaults([]);
  await connect(await allow());
  expect((await importAll()).logins).toMatchObject([{ state: 'active', reason: null }]);
});

test('an outage is said as one', async () => {
  await enterApp();
  const given = await allow();
  sandbox.receivers.get('meta').setFaults([{ outage: true }]);
  await expect(connect(given)).rejects.toMatchObject({ status: 503 });
});

describe('conversions of an account', () => {
  const save = (id: string, body: object) =>
    own.owner.call(updateMetaCapiConfig, {
      params: { network_account_id: id },
      body: { project_id: own.projectId, ...body },
    });
  const verify = (id: string) =>
    own.owner.call(verifyMetaCapi, { body: { project_id: own.projectId, network_account_id: id } });

  test('have a dataset and a token, by either name, and the token is not shown', async () => {
    const [india] = await connectAll();
    const id = india?.ad_network_id ?? '';
    await expect(save(id, { dataset_id: APP_DATASET?.id })).rejects.toMatchObject({
      status: 400,
      fields: { capi_access_token: 'is required' },
    });
    const config = {
      network_account_id: id,
      account_id: '301122334455667',
      dataset_id: APP_DATASET?.id,
      capi_access_token_hint: META_SYSTEM_TOKEN.slice(0, 6),
      test_event_code: null,
    };
    const given = { dataset_id: APP_DATASET?.id, capi_access_token: META_SYSTEM_TOKEN, app_id: '1' };
    expect(await save(id, given)).toEqual(config);
    const others = { meta_dataset_id: WEB_DATASET?.id, meta_capi_access_token: 'EAAother00000' };
    expect(await save(id, others)).toMatchObject({ dataset_id: WEB_DATASET?.id });
    // Left out, the token stays.
    expect(await save(id, { dataset_id: APP_DATASET?.id, test_event_code: 'TEST1' })).toMatchObject({
      capi_access_token_hint: 'EAAoth',
      test_event_code: 'TEST1',
    });
    const params = { network_account_id: id };
    expect(await own.owner.call(getMetaCapiConfig, { params, ...query() })).toMatchObject({
      dataset_id: APP_DATASET?.id,
      test_event_code: 'TEST1',
    });
    const other = { project_id: own.projectId, account_id: '1' };
    await expect(own.owner.call(getMetaCapiConfig, { params, query: other })).rejects.toMatchObject({
      status: 404,
    });
  });

  test.each<[string, object, object]>([
    ['right', {}, { token_ok: true, dataset_ok: true, app_linked: true, event_accepted: true, reason: null }],
    [
      'for the web alone',
      { dataset_id: WEB_DATASET?.id },
      { token_ok: true, dataset_ok: true, app_linked: false, event_accepted: true },
    ],
    [
      'with a wrong token',
      { capi_access_token: 'EAAwrong0000000000' },
      { token_ok: false, event_accepted: false, reason: expect.stringContaining('190') },
    ],
    [
      'of another dataset',
      { dataset_id: '999999999999999' },
      { dataset_ok: false, event_accepted: false, reason: expect.stringContaining('100/33') },
    ],
  ])('are checked: %s', async (_which, over, expected) => {
    const [india] = await connectAll();
    const id = india?.ad_network_id ?? '';
    await expect(verify(id)).rejects.toMatchObject({ status: 409 });
    await save(id, { dataset_id: APP_DATASET?.id, capi_access_token: META_SYSTEM_TOKEN, ...over });
    expect(await verify(id)).toMatchObject(expected);
  });
});

describe('disconnecting', () => {
  test('deletes the account, and with the last one the tokens', async () => {
    const accounts = await connectAll();
    const remove = (id: string | undefined) =>
      own.owner.call(deleteMetaAccount, {
        query: { project_id: own.projectId, network_account_id: id ?? '' },
      });
    expect(await remove(accounts[0]?.ad_network_id)).toMatchObject({ ad_accounts: [{}], logins: [{}] });
    expect(await remove(accounts[1]?.ad_network_id)).toEqual({ ad_accounts: [], logins: [] });
    await expect(remove(accounts[1]?.ad_network_id)).rejects.toMatchObject({ status: 404 });
  });
});

test('other projects and other roles have nothing of it', async () => {
  const [account] = await connectAll();
  const params = { network_account_id: account?.ad_network_id ?? '' };
  const other = await buildProject(server);
  const stranger = other.owner.call(getMetaCapiConfig, { params, query: { project_id: other.projectId } });
  await expect(stranger).rejects.toMatchObject({ status: 404 });
  const viewer = await buildMember(server, own.projectId, 'viewer');
  expect((await viewer.call(listMetaAccounts, query())).ad_accounts).toHaveLength(2);
  await expect(viewer.call(getMetaAuth, query())).rejects.toMatchObject({ status: 403 });
  const guest = await buildMember(server, own.projectId, 'guest');
  await expect(guest.call(listMetaAccounts, query())).rejects.toMatchObject({ status: 403 });
});

test('no secret is stored as it is, answered or logged', async () => {
  const [account] = await connectAll();
  const params = { network_account_id: account?.ad_network_id ?? '' };
  const body = {
    project_id: own.projectId,
    dataset_id: APP_DATASET?.id,
    capi_access_token: META_SYSTEM_TOKEN,
  };
  await own.owner.call(updateMetaCapiConfig, { params, body });
  const opened = await openedTokens(server, own.projectId);
  const secrets = [META_APP.secret, META_SYSTEM_TOKEN, opened.access_token ?? ''];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const answers = [
    await own.owner.call(listMetaAccounts, query()),
    await own.owner.call(getMetaSettings, query()),
  ];
  const text = [await storedText(server), ...network.lines, JSON.stringify(answers)].join('\n');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
