import type { ConnectionHealth } from '@trailmark/contract/connections';
import { loginWords } from './login-words.ts';
import type { AppSettings, ConnectedAccounts } from './network-api.ts';

/** How far a network is set up, in the order of the steps. */
export type NetworkProgress = 'not_set_up' | 'app_entered' | 'signed_in' | 'connected';

export interface NetworkSummary {
  progress: NetworkProgress;
  accounts: number;
  /** In words: what keeps it from working; null: nothing. */
  attention: string | null;
  /** Of the accounts that something is sent to. */
  health: ConnectionHealth[];
}

interface SummaryInput {
  app: Pick<AppSettings, 'id'>;
  connected: ConnectedAccounts;
  /** Of all connections. */
  health: readonly ConnectionHealth[];
}

function progressOf({ app, connected: { accounts, logins } }: SummaryInput): NetworkProgress {
  if (accounts.length > 0) return 'connected';
  if (logins.length > 0) return 'signed_in';
  return app.id === null ? 'not_set_up' : 'app_entered';
}

/** The connection of an account has the account's id. */
export function healthOf(
  { accounts }: Pick<ConnectedAccounts, 'accounts'>,
  health: readonly ConnectionHealth[],
): ConnectionHealth[] {
  const ids = new Set(accounts.map(({ ad_network_id }) => ad_network_id));
  return health.filter(({ connection_id }) => ids.has(connection_id));
}

/** How a network is doing: first what a person must mend. */
export function networkSummary(input: SummaryInput, now: Date): NetworkSummary {
  const { accounts, logins } = input.connected;
  const health = healthOf(input.connected, input.health);
  const over = logins.map((login) => loginWords(login, now)).find(({ isOver }) => isOver);
  const refused = health.find(({ state }) => state === 'attention');
  return {
    progress: progressOf(input),
    accounts: accounts.length,
    attention: over?.line ?? (refused ? (refused.reason ?? 'The network refused what we sent.') : null),
    health,
  };
}
