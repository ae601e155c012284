import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { listen } from './listen.ts';

const CHANNEL = 'trailmark_changes';

/** What processes cache. */
export interface Change {
  kind: 'links' | 'project' | 'watches';
  projectId: string;
}

/** Notifies every process, once the transaction commits, that its cache is stale. */
export async function announce(tx: Tx | Db, change: Change): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`.execute(tx);
}

interface Listener {
  onChange(change: Change): void;
  /** The connection was lost: anything may have changed meanwhile. */
  onGap(): void;
}

/** Listens for notifications until stopped. */
export function listenForChanges(url: string, { onChange, onGap }: Listener): { stop(): Promise<void> } {
  return listen(url, CHANNEL, { onMessage: (message) => onChange(JSON.parse(message) as Change), onGap });
}
