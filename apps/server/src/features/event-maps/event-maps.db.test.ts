import { randomUUID } from 'node:crypto';
import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  createEventMap,
  deleteEventMap,
  getDefaultEventMapping,
  listEventMaps,
  MAX_EVENT_MAPS,
  updateEventMap,
} from '@trailmark/contract/event-maps';
import { deleteMetaAccount } from '@trailmark/contract/meta';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember, buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
let account: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
  account = await plantAccount(own.projectId);
});

async function plantAccount(projectId: string, name = 'Kite India'): Promise<string> {
  const [id, now] = [randomUUID(), server.clock.now()];
  await server.db
    .insertInto('network_accounts')
    .values({
      project_id: projectId,
      ad_network_id: id,
      kind: 'META',
      external_id: id,
      name,
      status: 'active',
      settings: {},
      credential_hints: {},
      imported_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

const params = () => ({ project_id: own.projectId });
const PURCHASE = { event: 'payment', network_event: 'Purchase' };
const create = (over: object = {}) =>
  own.owner.call(createEventMap, {
    params: params(),
    body: { ad_network_id: account, ...PURCHASE, ...over },
  });
const list = async (ad_network_id?: string) =>
  (await own.owner.call(listEventMaps, { params: params(), query: ad_network_id ? { ad_network_id } : {} }))
    .event_maps;

test('a map is made with what most want, changed in part, and deleted', async () => {
  const made = await create();
  expect(made).toMatchObject({
    ...PURCHASE,
    ad_network_id: account,
    project_id: own.projectId,
    value: { from: 'event' },
    installs: 'attributed',
    times: 'every',
    consent: 'not_denied',
    active: true,
  });
  const of = { params: { ...params(), id: made.id } };
  const change = { value: { from: 'fixed', amount: 2.5, currency: 'USD' }, active: false } as const;
  expect(await own.owner.call(updateEventMap, { ...of, body: change })).toMatchObject({
    ...PURCHASE,
    ...change,
    times: 'every',
  });
  expect(await list()).toMatchObject([{ id: made.id, ...change }]);
  await own.owner.call(deleteEventMap, of);
  expect(await list()).toEqual([]);
  await expect(own.owner.call(deleteEventMap, of)).rejects.toMatchObject({ status: 404 });
  await expect(own.owner.call(updateEventMap, { ...of, body: change })).rejects.toMatchObject({
    status: 404,
  });
  const { items } = await own.owner.call(listAuditLog, { query: { project_id: own.projectId } });
  const changes = items.map(({ action }) => action).filter((action) => action.startsWith('event_map.'));
  expect(changes.sort()).toEqual(['event_map.created', 'event_map.deleted', 'event_map.updated']);
});

test('maps can be listed for one account', async () => {
  const other = await plantAccount(own.projectId, 'Kite US');
  await create();
  await create({ ad_network_id: other });
  expect(await list()).toHaveLength(2);
  expect(await list(other)).toMatchObject([{ ad_network_id: other }]);
});

test('an event has one map for an account', async () => {
  await create();
  const refused = { status: 400, fields: { event: expect.any(String) } };
  await expect(create({ network_event: 'Subscribe' })).rejects.toMatchObject(refused);
  const signup = await create({ event: 'signup' });
  const change = { params: { ...params(), id: signup.id }, body: { event: 'payment' } };
  await expect(own.owner.call(updateEventMap, change)).rejects.toMatchObject(refused);
});

test('two at the same time make one', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => create()));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await list()).toHaveLength(1);
});

test('an account has so many and no more', async () => {
  const now = server.clock.now();
  await server.db
    .insertInto('postback_event_maps')
    .values(
      Array.from({ length: MAX_EVENT_MAPS }, (_, n) => ({
        project_id: own.projectId,
        id: randomUUID(),
        ad_network_id: account,
        event: `event ${n}`,
        network_event: 'X',
        value: { from: 'none' },
        installs: 'all',
        times: 'every',
        consent: 'ignored',
        active: true,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await expect(create()).rejects.toMatchObject({ status: 409 });
});

test.each<[string, object, string]>([
  ['no event', { event: ' ' }, 'event'],
  ['another account', { ad_network_id: randomUUID() }, 'ad_network_id'],
  ['another value', { value: { from: 'moon' } }, 'value.from'],
  ['a value below zero', { value: { from: 'fixed', amount: -1, currency: 'USD' } }, 'value.amount'],
  ['no currency', { value: { from: 'property', property: 'price' } }, 'value.currency'],
  ['other installs', { installs: 'some' }, 'installs'],
  ['other times', { times: 'weekly' }, 'times'],
  ['other consent', { consent: 'maybe' }, 'consent'],
])('%s is refused, by its field', async (_which, over, field) => {
  await expect(create(over)).rejects.toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) },
  });
});

test('removing an account removes its maps', async () => {
  await create();
  const query = { project_id: own.projectId, network_account_id: account };
  await own.owner.call(deleteMetaAccount, { query });
  expect(await list()).toEqual([]);
});

test('maps are proposed from the names of events', async () => {
  await server.db
    .insertInto('event_names')
    .values(
      ['Add To Cart', 'zzz'].map((name) => ({
        project_id: own.projectId,
        name,
        admitted_at: server.clock.now(),
      })),
    )
    .execute();
  const query = { project_id: own.projectId, kind: 'META' } as const;
  const { event_maps: proposed } = await own.owner.call(getDefaultEventMapping, { query });
  expect(proposed).toEqual([
    { event: 'install', network_event: 'MobileAppInstall', value: { from: 'none' } },
    { event: 'signup', network_event: 'CompleteRegistration', value: { from: 'none' } },
    { event: 'payment', network_event: 'Purchase', value: { from: 'event' } },
    { event: 'Add To Cart', network_event: 'AddToCart', value: { from: 'none' } },
  ]);
});

test('other projects and other roles have nothing of it', async () => {
  const made = await create();
  const other = await buildProject(server);
  const elsewhere = { project_id: other.projectId };
  const body = { ad_network_id: account, ...PURCHASE };
  await expect(other.owner.call(createEventMap, { params: elsewhere, body })).rejects.toMatchObject({
    status: 400,
    fields: { ad_network_id: expect.any(String) },
  });
  const of = { params: { ...elsewhere, id: made.id } };
  await expect(other.owner.call(deleteEventMap, of)).rejects.toMatchObject({ status: 404 });
  const viewer = await buildMember(server, own.projectId, 'viewer');
  expect((await viewer.call(listEventMaps, { params: params(), query: {} })).event_maps).toHaveLength(1);
  await expect(viewer.call(createEventMap, { params: params(), body })).rejects.toMatchObject({
    status: 403,
  });
});
