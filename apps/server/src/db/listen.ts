import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RECONNECT_MS = 1000;
/** A channel can be silent for hours, so a silently lost connection is only found by a query. */
const PROBE_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5000;

interface Listener {
  onMessage(message: string): void;
  /** The connection was lost, or has just been made: notifications may have been missed. */
  onGap(): void;
  /** What else the connection is for. */
  prepare?(client: pg.Client): Promise<unknown>;
  /** How often the connection is checked. */
  probeMs?: number;
}

/** One connection that listens until it breaks. */
async function listenOnce(
  url: string,
  channel: string,
  { onMessage, onGap, prepare, probeMs = PROBE_MS, signal }: Listener & { signal: AbortSignal },
): Promise<void> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: channel.replace('_', ' '),
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // What waits for it to end sees it break as well.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => payload && onMessage(payload));
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  // Without a message to the database, which may not answer.
  const end = () => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    await prepare?.(client);
    const probeLater = () => {
      probe = setTimeout(() => void client.query('select 1').then(probeLater, end), probeMs).unref();
    };
    probeLater();
    onGap();
    await ended;
  } finally {
    clearTimeout(probe);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Listens on a channel until stopped; reconnects by itself. */
export function listen(url: string, channel: string, listener: Listener): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepListening = async () => {
    while (!signal.aborted) {
      // The database is away: it is tried again until it is back.
      await listenOnce(url, channel, { ...listener, signal }).catch(() => {});
      await sleep(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const done = keepListening();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
