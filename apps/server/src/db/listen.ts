import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RECONNECT_MS = 1000;
/** Nothing is said for hours, so a connection that was lost without a word is only noticed by asking. */
const PROBE_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5000;

interface Listener {
  onMessage(message: string): void;
  /** The connection was away, or has just been made: anything may have been said meanwhile. */
  onGap(): void;
  /** How often it is asked whether the connection is still there. */
  probeMs?: number;
}

/** One connection that listens until it breaks. */
async function listenOnce(
  url: string,
  channel: string,
  { onMessage, onGap, probeMs = PROBE_MS, signal }: Listener & { signal: AbortSignal },
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
  // Not with a word to the database, which may be the one that does not answer.
  const end = () => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
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

/** Hears what is said on a channel until stopped; reconnects by itself. */
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
