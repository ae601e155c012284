import { type Call, createCaller } from '@trailmark/contract/call';
import { Logger, runOnce } from 'graphile-worker';
import type { DestinationStream } from 'pino';
import { type App, buildApp } from '../http/app.ts';
import { JOBS } from '../jobs/catalog.ts';
import { mountApi, WORKER_JOBS } from '../main/features.ts';
import { readEnv } from '../platform/env.ts';
import type { Kit } from '../platform/kit.ts';
import { createLog } from '../platform/log.ts';
import type { MailText } from '../platform/mail-layout.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createTestDatabase } from './database.ts';

export interface SentMail {
  to: string;
  text: MailText;
}

/** A clock that stands still until it is moved. */
function testClock(start: Date) {
  let now = start;
  return {
    now: () => now,
    set: (to: Date) => {
      now = to;
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

interface Options {
  env?: Record<string, string>;
  /** Where log lines go, all of them; without it there are none. */
  log?: DestinationStream;
  /** What is mounted instead of the whole api. */
  mount?: (app: App, kit: Kit) => Promise<void>;
}

/** Jobs that fail are looked at in the database, not in the output of the tests. */
const silent = new Logger(() => () => {});

/** The whole api on a real database, listening on a free port of this machine. */
export async function startTestServer({ env: variables = {}, ...given }: Options = {}) {
  const database = await createTestDatabase();
  const clock = testClock(new Date());
  const mails: SentMail[] = [];
  const log = given.log ? createLog('trace', given.log) : createLog('silent');
  const kit: Kit = {
    db: database.db,
    clock,
    env: readEnv({ SMTP_URL: 'smtp://127.0.0.1:1', TRUST_PROXY: 'loopback', ...variables }, 'all'),
    log,
    mail: {
      send: async (to, text) => {
        mails.push({ to, text });
      },
      close: () => {},
    },
    secrets: createSecrets('a-secret-key-for-tests-only-0123456789'),
    publicUrl: 'http://127.0.0.1',
  };
  const app = await buildApp(kit);
  await (given.mount ?? mountApi)(app, kit);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  kit.publicUrl = url;

  /** Runs the jobs that are due and returns the mails sent since the last look. */
  const runJobs = async (): Promise<SentMail[]> => {
    const taskList = Object.fromEntries(
      WORKER_JOBS.map((job) => [job.name, (payload: unknown) => job.run(kit, JOBS[job.name].parse(payload))]),
    );
    await runOnce({ pgPool: database.pool, taskList, noHandleSignals: true, logger: silent });
    return mails.splice(0);
  };

  const callAs = (token: string | null, from?: { ip: string }): Call =>
    createCaller({
      baseUrl: `${url}/api`,
      timeoutMs: 30_000,
      token: () => token,
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...init?.headers, ...(from ? { 'x-forwarded-for': from.ip } : {}) },
        }),
    });

  return {
    app,
    kit,
    clock,
    url,
    db: database.db,
    pool: database.pool,
    databaseUrl: database.url,
    callAs,
    runJobs,
    stop: async () => {
      await app.close();
      await database.drop();
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
