import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { NetworkAccount, NetworkLogin } from '@trailmark/contract/network-accounts';
import { expect, it } from 'vitest';
import { networkSummary } from './network-summary.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const ACCOUNT = { ad_network_id: 'a1' } as NetworkAccount;
const LOGIN = { state: 'active', reason: null, expires_at: null } as NetworkLogin;
const HEALTH = { connection_id: 'a1', state: 'active', reason: null } as ConnectionHealth;
const none = { app: { id: null }, connected: { accounts: [], logins: [] }, health: [HEALTH] };
const app = { id: '1' };

it.each([
  ['nothing', none, 'not_set_up'],
  ['an app', { ...none, app }, 'app_entered'],
  ['a login', { ...none, app, connected: { accounts: [], logins: [LOGIN] } }, 'signed_in'],
  ['an account', { ...none, app, connected: { accounts: [ACCOUNT], logins: [LOGIN] } }, 'connected'],
])('with %s is so far', (_what, input, progress) => {
  expect(networkSummary(input, NOW)).toMatchObject({ progress, attention: null });
});

it('counts only connections of its own accounts', () => {
  const other = { ...HEALTH, connection_id: 'b1', state: 'attention' } as ConnectionHealth;
  const connected = { accounts: [ACCOUNT], logins: [LOGIN] };
  expect(networkSummary({ app, connected, health: [HEALTH, other] }, NOW)).toMatchObject({
    accounts: 1,
    attention: null,
    health: [HEALTH],
  });
});

it('says first what is wrong with a login, then with a connection', () => {
  const refused = { ...HEALTH, state: 'attention', reason: 'answered 401' } as ConnectionHealth;
  const over = { ...LOGIN, state: 'attention', reason: 'Connect again.' } as NetworkLogin;
  const of = (login: NetworkLogin) => ({
    app,
    connected: { accounts: [ACCOUNT], logins: [login] },
    health: [refused],
  });
  expect(networkSummary(of(LOGIN), NOW).attention).toBe('answered 401');
  expect(networkSummary(of(over), NOW).attention).toBe('Connect again.');
});
