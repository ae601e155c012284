import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/connection.ts';
import { newId } from '../platform/ids.ts';
import { buildProject } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  type ConnectionRow,
  findConnection,
  insertConnection,
  type NewConnection,
  removeConnection,
  setState,
  updateConnection,
} from './connection.ts';
import { needsAttention } from './needs-attention.ts';

let server: TestServer;
let key: { projectId: string; connectionId: string };
let row: NewConnection;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { projectId } = await buildProject(server);
  await server.runJobs();
  key = { projectId, connectionId: newId(server.clock.now()) };
  row = {
    project_id: projectId,
    connection_id: key.connectionId,
    kind: 'JIO_COUPONS',
    name: 'Jio',
    sealed_credentials: 'sealed',
    credential_hints: {},
    settings: { events: [], maps: [] } as unknown as NewConnection['settings'],
  };
  await change((tx, now) => insertConnection(tx, now, row));
});

const change = (run: (tx: Tx, now: Date) => Promise<void>) =>
  server.db.transaction().execute((tx) => run(tx, server.clock.now()));
const current = async () => (await findConnection(server.db, key)) as ConnectionRow;
const stored = () =>
  server.db
    .selectFrom('connections')
    .select(['state', 'sealed_credentials'])
    .where('connection_id', '=', key.connectionId)
    .executeTakeFirst();
/** What a receiver refuses that was sent to before. */
const refuse = async (connection: ConnectionRow) => {
  await needsAttention(server.kit, connection, 'it answered 401');
  return (await server.runJobs()).map(({ text }) => text.subject);
};

test('a receiver that refuses us stops its connection, and a mail says which', async () => {
  const before = await current();
  expect(await refuse(before)).toEqual([expect.stringMatching(/: the coupon network Jio needs attention$/)]);
  expect(await stored()).toMatchObject({ state: 'attention' });
  // Once: a second worker was refused as well.
  expect(await refuse(before)).toEqual([]);
});

test.each<[string, (tx: Tx, now: Date) => Promise<void>, object]>([
  ['removed', (tx, now) => removeConnection(tx, now, key), { state: 'paused', sealed_credentials: '' }],
  ['paused', (tx, now) => setState(tx, now, { ...key, state: 'paused', reason: null }), { state: 'paused' }],
  [
    'given other credentials',
    (tx, now) => updateConnection(tx, now, { ...key, sealed_credentials: 'other' }),
    { state: 'active', sealed_credentials: 'other' },
  ],
])('one that was %s while it was sent to stays as it is', async (_how, happens, expected) => {
  const before = await current();
  await change(happens);
  expect(await refuse(before)).toEqual([]);
  expect(await stored()).toMatchObject(expected);
});

test('one that was removed gets no credentials again', async () => {
  await change((tx, now) => removeConnection(tx, now, key));
  await change((tx, now) => updateConnection(tx, now, { ...key, sealed_credentials: 'renewed' }));
  await change((tx, now) => setState(tx, now, { ...key, state: 'active', reason: null }));
  await change((tx, now) => insertConnection(tx, now, row));
  expect(await stored()).toEqual({ state: 'paused', sealed_credentials: '' });
});
