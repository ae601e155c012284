import { listAuditLog } from '@trailmark/contract/audit-log';
import { updateGoogleLinkIds } from '@trailmark/contract/google-ads';
import {
  getSkanGoogleStatus,
  getSkanMetaStatus,
  renewSkanSchemaUrl,
  uploadSkanToGoogle,
} from '@trailmark/contract/skan-exports';
import { activateSkan, createSkanSchema } from '@trailmark/contract/skan-schema';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { GOOGLE_CLIENT, GOOGLE_LINKS } from '@trailmark/sandbox/google-ads/google-ads.data';
import type { FaultRule } from '@trailmark/sandbox/receivers/faults';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { buildProject } from '../../../testing/build.ts';
import { connectGoogleAccounts } from '../../../testing/connect-google.ts';
import { projectToken } from '../../../testing/device.ts';
import { startNetworkServer } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
beforeAll(async () => {
  network = await startNetworkServer(startSandbox);
  ({ server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  network.forget();
  own = await buildProject(server);
});

const IOS = GOOGLE_LINKS[1] as (typeof GOOGLE_LINKS)[number];
const query = () => ({ query: { project_id: own.projectId } });
const googleStatus = () => own.owner.call(getSkanGoogleStatus, query());
const metaStatus = () => own.owner.call(getSkanMetaStatus, query());
const activate = (on = true) => own.owner.call(activateSkan, { ...query(), body: { activate_skan: on } });

async function makeSchema(
  bases: unknown[] = ['signup', { type: 'revenue', bounds: ['1', '10'] }],
  appId = IOS.appId,
) {
  const url = `https://apps.apple.com/app/id${appId}`;
  const body = { project_id: own.projectId, name: 'Kite', platform: 'IOS' as const, url };
  await own.owner.call(createStoreListing, { body });
  await own.owner.call(createSkanSchema, { ...query(), body: { bases: bases as never } });
}

async function linkApp(linkId = IOS.linkId) {
  const accounts = await connectGoogleAccounts(own, GOOGLE_CLIENT);
  const account = accounts.find(({ external_account_id }) => external_account_id === IOS.customerId);
  const network_account_id = account?.ad_network_id ?? '';
  await own.owner.call(updateGoogleLinkIds, {
    ...query(),
    body: { network_account_id, link_ids: { ios: linkId } },
  });
}

const google = () => network.sandbox.receivers.get('google-ads');

/** Uploads of this project that the queue still has. */
async function waitingUploads() {
  const { rows } = await sql<{ attempts: number; is_later: boolean }>`
    select attempts, run_at > now() as is_later from graphile_worker._private_jobs
    where payload ->> 'project_id' = ${own.projectId}`.execute(server.db);
  return rows;
}

/** As if the pause of the queue were over. */
async function makeDue() {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where payload ->> 'project_id' = ${own.projectId}`.execute(server.db);
}

const read = (url: string | null, headers = {}) =>
  fetch(String(url).replace(server.kit.publicUrl, server.url), { headers });

describe('Google', () => {
  test('is not connected, has no link, waits, and gets the schema when it is activated', async () => {
    expect(await googleStatus()).toMatchObject({ connected: false, status: 'NOT_CONNECTED', accounts: [] });
    await connectGoogleAccounts(own, GOOGLE_CLIENT);
    expect(await googleStatus()).toMatchObject({ connected: true, status: 'LINK_MISSING', link_id: null });
    const { accounts } = await googleStatus();
    const account = accounts.find(({ customer_id }) => customer_id === IOS.customerId);
    await own.owner.call(updateGoogleLinkIds, {
      ...query(),
      body: { network_account_id: account?.ad_network_id ?? '', link_ids: { ios: IOS.linkId } },
    });
    expect(await googleStatus()).toMatchObject({ status: 'PENDING', schema_version: null });
    await makeSchema();
    await activate();
    expect(await googleStatus()).toMatchObject({
      status: 'PENDING',
      reason: 'The schema is being uploaded.',
    });
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({
      status: 'ACTIVE',
      customer_id: IOS.customerId,
      link_id: IOS.linkId,
      schema_version: 1,
      uploaded_at: server.clock.now().toISOString(),
      warnings: [],
    });
    const uploads = google()
      .received.requests()
      .filter(({ url }) => url.endsWith(':mutate'));
    expect(uploads.map(({ body }) => JSON.parse(body).validateOnly)).toEqual([true, false]);
    // A new version is another schema.
    await own.owner.call(createSkanSchema, { ...query(), body: { bases: ['payment'] } });
    await activate();
    expect((await googleStatus()).status).toBe('PENDING');
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ACTIVE', schema_version: 2 });
  });

  test.each<[string, unknown[], string?]>([
    [
      'all kinds of bases',
      [
        'signup',
        { type: 'funnel', steps: ['login'] },
        { type: 'engagement', event: 'open', counts: [2] },
        { type: 'retention', days: [1, 4, 9] },
        { type: 'revenue', bounds: ['0.5', '1'] },
      ],
    ],
    ['revenue alone', [{ type: 'revenue' }]],
  ])('takes %s', async (_, bases) => {
    await linkApp();
    await makeSchema(bases);
    await activate();
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ACTIVE' });
  });

  test('says what is wrong, and is asked again by hand', async () => {
    await linkApp();
    await makeSchema(['signup'], '6400000999');
    await activate();
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({
      status: 'ERROR',
      reason: expect.stringContaining('INVALID_APP_ID'),
      uploaded_at: null,
    });
    expect((await own.owner.call(uploadSkanToGoogle, query())).status).toBe('PENDING');
    const { items } = await own.owner.call(listAuditLog, query());
    expect(items.filter(({ action }) => action === 'skan_schema.uploaded')).toMatchObject([
      { target: 'Google Ads' },
    ]);
    await server.runJobs();
    expect((await googleStatus()).status).toBe('ERROR');
  });

  test.each<[string, FaultRule, RegExp]>([
    ['is busy', { answer: 503 }, /is busy/],
    ['is away', { outage: true }, /could not be reached/],
  ])('gets the schema later by itself where it %s', async (_, fault, reason) => {
    await linkApp();
    await makeSchema();
    await activate();
    google().setFaults([fault]);
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({
      status: 'PENDING',
      reason: expect.stringMatching(reason),
      uploaded_at: null,
      accounts: expect.arrayContaining([expect.objectContaining({ error: expect.stringMatching(reason) })]),
    });
    expect(await waitingUploads()).toEqual([{ attempts: 1, is_later: true }]);
    google().setFaults([]);
    await makeDue();
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ACTIVE', schema_version: 1 });
    expect(await waitingUploads()).toEqual([]);
  });

  test('is asked again by hand after it has refused, and takes what was mended', async () => {
    await linkApp('F'.repeat(32));
    await makeSchema();
    await activate();
    await server.runJobs();
    expect((await googleStatus()).status).toBe('ERROR');
    // The queue does not try again what Google has refused.
    expect(await waitingUploads()).toEqual([]);
    await linkApp();
    expect((await own.owner.call(uploadSkanToGoogle, query())).status).toBe('PENDING');
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ACTIVE', schema_version: 1 });
  });

  test('gets the schema also where an app is linked after the activation, and again where it is another one', async () => {
    await makeSchema();
    await activate();
    await linkApp('F'.repeat(32));
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ERROR', schema_version: null });
    await linkApp();
    expect(await googleStatus()).toMatchObject({
      status: 'PENDING',
      reason: 'The schema is being uploaded.',
    });
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({ status: 'ACTIVE', schema_version: 1 });
    await linkApp('E'.repeat(32));
    expect(await googleStatus()).toMatchObject({ status: 'PENDING', schema_version: null });
    await server.runJobs();
    expect((await googleStatus()).status).toBe('ERROR');
  });

  test('does not know every link id', async () => {
    await linkApp('F'.repeat(32));
    await makeSchema();
    await activate();
    await server.runJobs();
    expect(await googleStatus()).toMatchObject({
      status: 'ERROR',
      reason: expect.stringContaining('does not know the link id'),
    });
  });
});

describe('Meta', () => {
  test('reads the schema by an address that nobody can guess, while SKAN is active', async () => {
    expect(await metaStatus()).toMatchObject({ status: 'NOT_CONNECTED', schema_url: null, connected: false });
    await makeSchema();
    await activate();
    const before = await metaStatus();
    expect(before).toMatchObject({ status: 'PENDING', app_id: IOS.appId, last_fetched_at: null });
    expect(before.schema_url).toMatch(/\/skan\/schema\/[\w-]{43}$/);
    const answer = await read(before.schema_url);
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { conversion_value_rules: unknown[] }[] };
    expect(data[0]?.conversion_value_rules).toHaveLength(5);
    const firstAt = server.clock.now().toISOString();
    expect(await metaStatus()).toMatchObject({
      status: 'ACTIVE',
      connected: true,
      last_fetched_at: firstAt,
      schema_version: 1,
    });
    const etag = answer.headers.get('etag') ?? '';
    server.clock.advance(MINUTE_MS - 1);
    expect((await read(before.schema_url, { 'if-none-match': etag })).status).toBe(304);
    expect((await metaStatus()).last_fetched_at).toBe(firstAt);
    await activate(false);
    expect((await read(before.schema_url)).status).toBe(404);
    expect((await metaStatus()).status).toBe('NOT_CONNECTED');
  });

  test('gets events under the names of the event map, else of its standard events', async () => {
    await makeSchema([
      { type: 'funnel', steps: ['login', 'signup'] },
      { type: 'revenue', bounds: ['1'] },
    ]);
    const { projectId } = own;
    const accounts = { own: newId(server.clock.now()), google: newId(server.clock.now()) };
    for (const [kind, id] of [
      ['META', accounts.own],
      ['GOOGLE', accounts.google],
    ]) {
      await sql`insert into network_accounts (project_id, ad_network_id, kind, external_id, name, status, settings,
          credential_hints, imported_at, updated_at)
        values (${projectId}, ${id}, ${kind}, '1', 'Kite', 'active', '{}', '{}', now(), now())`.execute(
        server.db,
      );
    }
    const maps: [string, string, string, boolean][] = [
      [accounts.own, 'signup', 'Lead', true],
      [accounts.own, 'payment', 'Subscribe', false],
      [accounts.google, 'login', 'Search', true],
    ];
    for (const [account, event, network_event, active] of maps) {
      await sql`insert into postback_event_maps (project_id, id, ad_network_id, event, network_event, value, installs,
          times, consent, active, created_at, updated_at)
        values (${projectId}, gen_random_uuid(), ${account}, ${event}, ${network_event}, '{}', 'all', 'every', 'any',
          ${active}, now(), now())`.execute(server.db);
    }
    await activate();
    const { schema_url, events } = await metaStatus();
    expect(events).toEqual([
      { event: 'login', meta_event: 'login' },
      { event: 'signup', meta_event: 'Lead' },
      { event: 'payment', meta_event: 'fb_mobile_purchase' },
    ]);
    const { data } = (await (await read(schema_url)).json()) as {
      data: { conversion_value_rules: { events: { event_name: string }[] }[] }[];
    };
    const names = data[0]?.conversion_value_rules[0]?.events.map(({ event_name }) => event_name);
    expect(names).toEqual(['Lead', 'fb_mobile_purchase']);
  });

  test('does not know the old address after it was renewed', async () => {
    await expect(own.owner.call(renewSkanSchemaUrl, query())).rejects.toMatchObject({ code: 'conflict' });
    await makeSchema();
    await activate();
    const { schema_url: old } = await metaStatus();
    const { schema_url: renewed } = await own.owner.call(renewSkanSchemaUrl, query());
    expect([(await read(old)).status, (await read(renewed)).status]).toEqual([404, 200]);
    const unknown = await read(`${server.url}/skan/schema/${'x'.repeat(43)}`);
    expect([unknown.status, ((await unknown.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'not_found',
    ]);
  });

  test('is not alone: apps read what values mean by the token of the project', async () => {
    const token = await projectToken(own.owner, own.projectId);
    const url = `${server.url}/skan/sdk/${token}`;
    expect((await read(url)).status).toBe(404);
    await makeSchema();
    await activate();
    const answer = await read(url);
    const { version, values } = (await answer.json()) as { version: number; values: unknown[] };
    expect([answer.status, version, values.length]).toEqual([200, 1, 6]);
    const unchanged = await read(url, { 'if-none-match': answer.headers.get('etag') });
    expect(unchanged.status).toBe(304);
  });

  test('is read so often and no more', async () => {
    server.clock.advance(MINUTE_MS);
    const url = `${server.url}/skan/schema/${'y'.repeat(43)}`;
    const answers = await Promise.all(Array.from({ length: 61 }, () => read(url)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});
