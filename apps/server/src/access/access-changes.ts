import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { listen } from '../db/listen.ts';

const CHANNEL = 'trailmark_access';

/** Whose access has changed: all members of a project, or one person whose session ended. */
export type AccessChange = { projectId: string } | { userId: string };

/** Once the transaction commits, every process checks again what it still sends to these people. */
export async function announceAccess(tx: Tx | Db, change: AccessChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`.execute(tx);
}

/** Listens for changes until stopped; null: the connection was lost, so that anything may have changed. */
export function listenForAccess(
  url: string,
  onChange: (change: AccessChange | null) => void,
): { stop(): Promise<void> } {
  return listen(url, CHANNEL, {
    onMessage: (message) => onChange(JSON.parse(message) as AccessChange),
    onGap: () => onChange(null),
  });
}
