import { Socket } from 'node:net';
import pg from 'pg';

/** Together with one running query, five seconds without an answer: well below an app's timeout. */
export const HEARTBEAT: Beat = { everyMs: 1000, misses: 5 };

interface Beat {
  /** How often the database is checked. */
  everyMs: number;
  /** How many turns a check may stay unanswered before the database counts as frozen. */
  misses: number;
}

interface Options extends Beat {
  onFreeze?(): void;
  onThaw?(): void;
}

/** The database accepts connections but answers nothing. The code is the one of a network that does the same. */
class DatabaseFrozen extends Error {
  readonly code = 'ETIMEDOUT';
  override message = 'The database does not answer.';
}

/**
 * Finds out that the database is frozen, on a connection of its own, so that neither a long query nor a busy pool is
 * mistaken for it. Then all connections are closed, which ends every wait, and new ones are refused until it answers.
 */
export interface Heartbeat {
  /** For the `stream` option of node-postgres: a socket that lives and dies with the heartbeat. */
  openSocket(): Socket;
  /** The database accepts connections, or did, and answers nothing. */
  isFrozen(): boolean;
  /** Resolves when the database has answered. */
  ping(): Promise<void>;
  stop(): Promise<void>;
}

function newClient(url: string, socket: Socket): pg.Client {
  const options = { connectionString: url, stream: () => socket, application_name: 'trailmark heartbeat' };
  const client = new pg.Client(options);
  // The next check finds a connection that broke in between.
  client.on('error', () => {});
  return client;
}

export function startHeartbeat(url: string, { everyMs, misses, onFreeze, onThaw }: Options): Heartbeat {
  const sockets = new Set<Socket>();
  let client: pg.Client | null = null;
  let abort: () => void = () => {};
  let beat: Promise<void> | null = null;
  let missed = 0;
  let isFrozen = false;
  /** We ended the running check ourselves; through TLS its error does not say so. */
  let isGivenUp = false;

  const newSocket = () => {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // node-postgres listens as well, from the moment it connects.
    socket.on('error', () => {});
    return socket;
  };

  const check = async () => {
    if (!client) {
      const socket = newSocket();
      abort = () => socket.destroy();
      client = newClient(url, socket);
      await client.connect();
    }
    await client.query('select 1');
  };
  const thaw = () => {
    if (isFrozen) onThaw?.();
    isFrozen = false;
  };
  const close = async () => {
    const old = client;
    client = null;
    await old?.end().catch(() => {});
  };
  const ping = () => {
    beat ??= check()
      .then(thaw, (error: unknown) => {
        void close();
        // A database that refuses connections is not frozen: callers get their error at once without our help.
        if (!isGivenUp) thaw();
        throw error;
      })
      .finally(() => {
        beat = null;
        isGivenUp = false;
        missed = 0;
      });
    return beat;
  };

  const freeze = () => {
    missed = 0;
    if (!isFrozen) onFreeze?.();
    isFrozen = true;
    isGivenUp = true;
    for (const socket of sockets) socket.destroy(new DatabaseFrozen());
  };
  // Turns are counted and not time: a process that was itself held up has seen only one.
  const timer = setInterval(() => {
    if (!beat) return void ping().catch(() => {});
    missed += 1;
    if (missed >= misses) freeze();
  }, everyMs).unref();

  return {
    openSocket: () => {
      const socket = newSocket();
      // Not before the driver had its turn to connect and to listen.
      if (isFrozen) setImmediate(() => socket.destroy(new DatabaseFrozen()));
      return socket;
    },
    isFrozen: () => isFrozen,
    ping,
    stop: async () => {
      clearInterval(timer);
      // A check without an answer would keep us waiting.
      if (beat) abort();
      await beat?.catch(() => {});
      await close();
    },
  };
}
