import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { listen } from '../db/listen.ts';

const CHANNEL = 'trailmark_access';

/** Whose rights have become others: those of a project's members, or of one person whose session ended. */
export type AccessChange = { projectId: string } | { userId: string };

/** Once the transaction commits, every process checks again what it still sends to these people. */
export async function announceAccess(tx: Tx | Db, change: AccessChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`.execute(tx);
}

/** Hears of changes until stopped; null: the connection was away, so that anything may have changed. */
export function listenForAccess(
  url: string,
  onChange: (change: AccessChange | null) => void,
): { stop(): Promise<void> } {
  return listen(url, CHANNEL, {
    onMessage: (message) => onChange(JSON.parse(message) as AccessChange),
    onGap: () => onChange(null),
  });
}
