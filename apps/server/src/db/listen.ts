import pg from 'pg';

const RECONNECT_MS = 1000;

interface Listener {
  onMessage(message: string): void;
  /** The connection was away, or has just been made: anything may have been said meanwhile. */
  onGap(): void;
}

/** Hears what is said on a channel until stopped; reconnects by itself. */
export function listen(
  url: string,
  channel: string,
  { onMessage, onGap }: Listener,
): { stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | null = null;
  let isConnected = false;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (!stopped) timer = setTimeout(() => void open(), RECONNECT_MS).unref();
  };
  const open = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: channel.replace('_', ' ') });
    client = fresh;
    isConnected = false;
    fresh.on('error', () => {});
    fresh.on('end', again);
    fresh.on('notification', ({ payload }) => payload && onMessage(payload));
    try {
      await fresh.connect();
      isConnected = true;
      // Stopped meanwhile: a connection that is being made cannot be ended.
      if (stopped) return await fresh.end();
      await fresh.query(`listen ${channel}`);
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
      if (isConnected) await client?.end().catch(() => {});
    },
  };
}
