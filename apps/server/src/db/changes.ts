import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './connection.ts';

const CHANNEL = 'trailmark_changes';
const RECONNECT_MS = 1000;

/** What processes keep a copy of. */
export interface Change {
  kind: 'links' | 'project';
  projectId: string;
}

/** Tells every process, once the transaction commits, that its copy is old. */
export async function announce(tx: Tx | Db, change: Change): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`.execute(tx);
}

interface Listener {
  onChange(change: Change): void;
  /** The connection was away: anything may have changed meanwhile. */
  onGap(): void;
}

/** Hears announcements until stopped; reconnects by itself. */
export function listenForChanges(url: string, { onChange, onGap }: Listener): { stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (!stopped) timer = setTimeout(() => void open(), RECONNECT_MS).unref();
  };
  const open = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'trailmark changes' });
    client = fresh;
    fresh.on('error', () => {});
    fresh.on('end', again);
    fresh.on('notification', ({ payload }) => payload && onChange(JSON.parse(payload) as Change));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      onGap();
    } catch {
      // The database is away; 'end' may not come for a connection that never stood.
      fresh.removeListener('end', again);
      again();
    }
  };
  void open();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
