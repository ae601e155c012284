import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/connection.ts';
import { newId } from '../platform/ids.ts';
import { buildProject } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { storeImported } from './network-accounts.ts';
import { importAccount, listAccounts, listLogins, removeAccount, saveLogin } from './network-store.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
});

const key = () => ({ projectId: own.projectId, kind: 'TIKTOK' as NetworkKind });
const inTransaction = <Result>(run: (tx: Tx, now: Date) => Promise<Result>) =>
  server.db.transaction().execute((tx) => run(tx, server.clock.now()));

const login = (name: string) =>
  inTransaction((tx, now) =>
    saveLogin(tx, {
      ...key(),
      login_id: newId(now),
      external_id: name,
      name,
      sealed_tokens: 'x',
      scopes: [],
      expires_at: null,
      connected_at: now,
    }),
  );
const account = (name: string, loginId: string) => ({
  external_id: name,
  name,
  currency: null,
  time_zone: null,
  status: 'active' as const,
  login_id: loginId,
});
const importOne = (name: string, loginId: string) =>
  inTransaction(async (tx, now) => {
    const ad_network_id = newId(now);
    await importAccount(tx, now, { ...key(), ...account(name, loginId), ad_network_id });
    return ad_network_id;
  });
const remove = (adNetworkId: string) => inTransaction((tx) => removeAccount(tx, { ...key(), adNetworkId }));
const names = async () => (await listLogins(server.db, key())).map(({ name }) => name).sort();

test('a login goes with its last account, and nobody else’s does before the last of all', async () => {
  const first = await login('first');
  const second = await login('second');
  const [one, two] = [await importOne('one', first), await importOne('two', first)];
  const three = await importOne('three', second);
  await login('just connected');
  await remove(one);
  expect(await names()).toEqual(['first', 'just connected', 'second']);
  await remove(two);
  expect(await names()).toEqual(['just connected', 'second']);
  await remove(three);
  expect(await names()).toEqual([]);
});

test('an account whose login was disconnected while the network answered is not kept', async () => {
  const gone = await login('gone');
  const left = await login('left');
  await server.db.deleteFrom('network_logins').where('login_id', '=', gone).execute();
  const actor = { userId: null, email: 'a@trailmark.test', client: { ip: '203.0.113.9', userAgent: null } };
  await inTransaction((tx, now) =>
    storeImported(tx, { ...key(), label: 'TikTok', noun: 'pixel', now, actor }, [
      ...[account('a', gone), account('b', left)],
    ]),
  );
  expect((await listAccounts(server.db, key())).map(({ name }) => name)).toEqual(['b']);
});
