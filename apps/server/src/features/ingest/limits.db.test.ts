import { readFileSync } from 'node:fs';
import { listReachedLimits } from '@trailmark/contract/limits';
import { getEventProperties, getEvents, getStats } from '@trailmark/contract/stats';
import { OTHER_NAME } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { rebuildRollups } from '../../rollups/rebuild.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { type Answer, buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const LIMITS = { MAX_EVENT_NAMES: '5', MAX_PROPERTY_KEYS: '3', MAX_INTEGRATION_KEYS: '4' };
const LONG_AGO = '2000-01-01';

let server: TestServer;
/** Another process on the same database. */
let second: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer({ env: LIMITS });
  second = await startTestServer({ env: LIMITS, sharedDatabaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});
beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
  phone = buildDevice(server, token);
  await phone.init();
});

const serverKey = () => buildServerKey(server, owner, projectId);
const named = (count: number, name = 'made up') => Array.from({ length: count }, (_, n) => `${name} ${n}`);

async function rawNames(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('events')
    .select('name')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'event')
    .execute();
  return rows.map(({ name }) => name);
}

/** What reports say, by name; checked against the raw rows. */
async function counted(): Promise<Record<string, number>> {
  expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
  const { events } = await owner.call(getEvents, { query: { project_id: projectId } });
  return Object.fromEntries(events.map(({ name, count }) => [name, count]));
}

const send = (device: TestDevice, names: string[]) =>
  device.call('batch', {
    items: names.map((event_name) => ({
      call: 'capture-event',
      body: { install_instance_id: device.installId, event_name },
    })),
  });

describe('names of events beyond the limit', () => {
  test('are stored as they are and counted as "(other)"', async () => {
    const names = named(12);
    for (const name of names) await phone.event(name);
    expect((await rawNames()).sort()).toEqual([...names].sort());
    const first = Object.fromEntries(names.slice(0, 5).map((name) => [name, 1]));
    expect(await counted()).toEqual({ ...first, [OTHER_NAME]: 7 });
    // The same again, and one name that has its place: what is known stays known.
    for (const name of ['made up 0', 'made up 7']) await phone.event(name, { event_id: `again ${name}` });
    expect(await counted()).toEqual({ ...first, 'made up 0': 2, [OTHER_NAME]: 8 });
    await rebuildRollups(server.db, projectId);
    expect(await counted()).toEqual({ ...first, 'made up 0': 2, [OTHER_NAME]: 8 });
  });

  test('are no more with several processes and in one request', async () => {
    const phones = [server, second, server, second].map((one) => buildDevice(one, token));
    await Promise.all(phones.map((one, n) => send(one, named(40, `${n}`))));
    expect(await rawNames()).toHaveLength(160);
    const names = await counted();
    expect(Object.keys(names)).toHaveLength(6);
    expect(Object.values(names).reduce((sum, count) => sum + count, 0)).toBe(160);
  });

  test('of one project leave another alone, and servers and imports are no way around', async () => {
    await send(phone, named(9));
    const other = await buildProject(server);
    const key = await buildServerKey(server, other.owner, other.projectId);
    const occurred_at = new Date(server.clock.now().getTime() - 1000).toISOString();
    const events = named(6).map((event_name) => ({ user_id: 'u', event_name, occurred_at }));
    expect((await key.post('/project/import', { events })).status).toBe(200);
    expect((await key.post('/v1/capture-event', { user_id: 'u', event_name: 'late' })).status).toBe(200);
    ({ owner, projectId } = other);
    expect(Object.keys(await counted()).sort()).toEqual([OTHER_NAME, ...named(5)]);
  });

  test('include "(other)" itself, which takes no place', async () => {
    await send(phone, [OTHER_NAME, ...named(5)]);
    expect(await counted()).toEqual({
      ...Object.fromEntries(named(5).map((name) => [name, 1])),
      [OTHER_NAME]: 1,
    });
  });

  test('do not include what a project had counted before there was a limit', async () => {
    await send(phone, [...named(4), OTHER_NAME]);
    await foldDeltas(server.db);
    await send(phone, ['unfolded']);
    const admitted = async () =>
      (
        await sql<{ name: string }>`
          select name from event_names where project_id = ${projectId} order by name`.execute(server.db)
      ).rows.map(({ name }) => name);
    await sql`delete from event_names`.execute(server.db);
    // The migration reads a table of its time.
    await sql`
      create view rollup_week_campaigns as
      select project_id, event_name from rollup_cube where grain = 'campaign_week'`.execute(server.db);
    const file = new URL('../../db/migrations/0012_limits.sql', import.meta.url);
    const [insert = ''] = /insert into event_names[^;]+;/.exec(readFileSync(file, 'utf8')) ?? [];
    await server.pool.query(insert);
    expect(await admitted()).toEqual([...named(4), 'unfolded']);
  });

  test('of an install are the first of their kind once', async () => {
    await send(phone, named(8));
    const { events } = await owner.call(getEvents, { query: { project_id: projectId, distinct: 'true' } });
    const other = events.find(({ name }) => name === OTHER_NAME);
    expect(other).toMatchObject({ count: 3, first_time_installs: 1, installs: 1 });
  });
});

test('property keys beyond the limit are counted together, and the rows keep them', async () => {
  const data = Object.fromEntries(named(10, 'key').map((name, n) => [name, n]));
  await phone.event('buy', { event_data: data });
  await phone.event('buy', { event_data: { 'key 0': 1, 'key 1': 2 }, event_id: 'second' });
  const query = { project_id: projectId, event: 'buy' };
  const { properties, other_properties } = await owner.call(getEventProperties, { query });
  expect(other_properties).toBe(7);
  expect(properties).toEqual([
    { name: 'key 0', count: 2, types: ['number'] },
    { name: 'key 1', count: 2, types: ['number'] },
    { name: 'key 2', count: 1, types: ['number'] },
  ]);
  const { rows } = await sql<{ keys: number }>`
    select count(*) as keys from events e cross join lateral jsonb_object_keys(e.data)
    where e.project_id = ${projectId}`.execute(server.db);
  expect(rows).toEqual([{ keys: 12 }]);
});

test('integrations of an install beyond the limit are only kept as sent, and those it has are renewed', async () => {
  const ids = (count: number, value: string) =>
    Object.fromEntries(named(count, 'tool').map((tool) => [tool, value]));
  await phone.call('integrations', { integration_info: ids(3, 'old') });
  await phone.call('integrations', { integration_info: ids(500, 'new') });
  await phone.call('integrations', {
    integration_info: { another: 'x', 'tool 1': 'newest', nested: { id: 7 }, odd: '\0' },
  });
  const { integrations, integration_data } = await server.db
    .selectFrom('installs')
    .select(['integrations', 'integration_data'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(Object.keys(integrations as object)).toHaveLength(4);
  expect(integrations).toMatchObject({ 'tool 0': 'new', 'tool 1': 'newest', 'tool 2': 'new' });
  expect(integration_data).toEqual({
    ...ids(500, 'new'),
    another: 'x',
    'tool 1': 'newest',
    nested: { id: 7 },
    odd: '',
  });
});

test('integrations of an install are kept as sent up to 64 kB, the latest in any case', async () => {
  for (let call = 0; call < 3; call += 1) {
    await phone.call('integrations', { integration_info: { [`tool ${call}`]: 'x'.repeat(30_000) } });
  }
  await phone.call('integrations', { integration_info: { huge: 'x'.repeat(70_000) } });
  const { integration_data } = await server.db
    .selectFrom('installs')
    .select('integration_data')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(integration_data).toEqual({ 'tool 2': 'x'.repeat(30_000), huge: 'x'.repeat(500) });
});

test('what one request says of an install in several calls is all stored', async () => {
  const body = { install_instance_id: phone.installId };
  const items = [
    { call: 'integrations', body: { ...body, integration_info: { one: '1', two: 'old' } } },
    { call: 'update-push-token', body: { ...body, push_token: 'token' } },
    { call: 'integrations', body: { ...body, integration_info: { two: '2' } } },
  ];
  expect((await phone.call('batch', { items })).status).toBe(200);
  const stored = await server.db
    .selectFrom('installs')
    .select(['push_token', 'integrations'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ push_token: 'token', integrations: { one: '1', two: '2' } });
});

test('what is beyond a limit is reported to the project, with an example and what to raise', async () => {
  const reached = async () => {
    const { reached: all } = await owner.call(listReachedLimits, { query: { project_id: projectId } });
    return all.map(({ kind, limit, beyond, example }) => [kind, limit, beyond, example]);
  };
  await send(phone, named(5));
  expect(await reached()).toEqual([]);
  await send(phone, named(9));
  const data = Object.fromEntries(named(5, 'key').map((key) => [key, '\u{1f600}'.repeat(500)]));
  await phone.event('made up 0', { event_data: data });
  await phone.call('integrations', {
    integration_info: Object.fromEntries(named(7, 'tool').map((tool) => [tool, 'x'])),
  });
  await expect.poll(reached, { timeout: 20_000, interval: 200 }).toEqual([
    ['event_names', 5, 4, 'made up 8'],
    ['integration_keys', 4, 3, 'tool 4'],
    ['property_keys', 3, 2, 'made up 0: key 4'],
  ]);
  await phone.event(`${'\u{1f600}'.repeat(50)}`);
  await expect
    .poll(reached, { timeout: 20_000, interval: 200 })
    .toContainEqual(['event_names', 5, 5, '\u{1f600}'.repeat(50)]);
  const other = await buildProject(server);
  expect(await other.owner.call(listReachedLimits, { query: { project_id: other.projectId } })).toEqual({
    reached: [],
  });
  server.clock.advance(8 * DAY_MS);
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 100 * DAY_MS) })
    .execute();
  expect(await reached()).toEqual([]);
  server.clock.set(new Date());
});

describe('a payment in a currency that is none of ISO 4217', () => {
  const payment = { user_id: 'u', payment_id: 'p', amount: 5, currency: 'USDT' };
  const history = () => new Date(server.clock.now().getTime() - 1000).toISOString();
  const stored = async () => {
    const rows = await server.db
      .selectFrom('events')
      .select(['kind', 'amount', 'currency', sql<string | null>`data->>'currency'`.as('text')])
      .where('project_id', '=', projectId)
      .where('kind', 'in', ['payment', 'refund'])
      .orderBy('received_at')
      .execute();
    return rows.map((row) => [row.kind, Number(row.amount), row.currency, row.text]);
  };

  test.each<[string, () => Promise<Answer>]>([
    ['of an app', () => phone.call('capture-payment', payment)],
    ['of a server', async () => (await serverKey()).post('/v1/capture-payment', payment)],
    [
      'of history',
      async () =>
        (await serverKey()).post('/project/import', { payments: [{ ...payment, occurred_at: history() }] }),
    ],
  ])('%s is stored with its text and counted without a rate', async (_, call) => {
    expect((await call()).status).toBe(200);
    expect(await stored()).toEqual([['payment', 5, 'XXX', 'USDT']]);
    const { unconverted } = await owner.call(getStats, { query: { project_id: projectId } });
    expect(unconverted).toEqual([{ currency: 'XXX', amount: '5' }]);
    expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
    await rebuildRollups(server.db, projectId);
    expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
  });

  test('refuses nothing of its batch, whatever was sent as the currency', async () => {
    const sent = ['USD', 'Rs', '₹', 7, { code: 'USD' }, true, '\0', '\ud800', 'x'.repeat(100_000), '', null];
    const items = sent.map((currency, n) => ({
      call: 'capture-payment',
      body: { install_instance_id: phone.installId, payment_id: `p${n}`, amount: 1, currency },
    }));
    expect((await phone.call('batch', { items })).status).toBe(200);
    const currencies = (await stored()).map(([, , currency]) => currency).sort();
    expect(currencies).toEqual([...Array(2).fill('INR'), 'USD', ...Array(8).fill('XXX')]);
  });

  test('is taken back in the currency that it is counted in', async () => {
    await phone.call('capture-payment', payment);
    await phone.call('remove-captured-payment', { payment_id: 'p' });
    expect((await stored()).map(([kind, , currency]) => [kind, currency])).toEqual([
      ['payment', 'XXX'],
      ['refund', 'XXX'],
    ]);
  });

  test('is reported to the project', async () => {
    await phone.call('capture-payment', payment);
    await phone.call('capture-payment', { ...payment, payment_id: 'q', currency: 'Rs' });
    await phone.call('capture-payment', { ...payment, payment_id: 'r', currency: 'usd' });
    const reached = async () => {
      const { reached: all } = await owner.call(listReachedLimits, { query: { project_id: projectId } });
      return all.map(({ kind, beyond, example }) => [kind, beyond, example]);
    };
    await expect.poll(reached, { timeout: 20_000, interval: 200 }).toEqual([['currencies', 2, 'Rs']]);
  });
});

test('the status of a payment may be in small letters', async () => {
  await phone.call('capture-payment', { payment_id: 'p', amount: 5, status: 'payment_failed' });
  const { status } = await server.db
    .selectFrom('payments')
    .select('status')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('PAYMENT_FAILED');
});
