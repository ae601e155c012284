import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, createCaller } from '@trailmark/contract/call';
import { Logger, runOnce, type Task } from 'graphile-worker';
import type pg from 'pg';
import type { DestinationStream } from 'pino';
import { connectNodes, nodeUrl } from '../db/connect-nodes.ts';
import { type Connection, connect } from '../db/connection.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { partitionByMonth } from '../db/partitions.ts';
import { planForCluster } from '../db/run-prepared.ts';
import { type App, buildApp, type Timeouts } from '../http/app.ts';
import { mountHealth } from '../http/health.ts';
import { JOBS } from '../jobs/catalog.ts';
import { createEdge } from '../main/edge.ts';
import { mountApi, WORKER_JOBS } from '../main/features.ts';
import { createReadiness } from '../main/start-server.ts';
import { readEnv } from '../platform/env.ts';
import { createGeo } from '../platform/geo.ts';
import type { Kit } from '../platform/kit.ts';
import { createLog } from '../platform/log.ts';
import type { Mail, WholeMail } from '../platform/mail.ts';
import type { MailText } from '../platform/mail-layout.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createTestDatabase, joinTestDatabase, PATIENCE, type TestDatabase } from './database.ts';
import { until } from './until.ts';

export interface SentMail {
  to: string;
  text: MailText;
  /** Of mails that bring their own layout. */
  whole?: WholeMail;
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

/** Read once for all servers of a test run: it does not change. */
const geo = createGeo();

/** Fixtures begin with people who create projects. */
const DEFAULTS = { SMTP_URL: 'smtp://127.0.0.1:1', TRUST_PROXY: 'loopback', PROJECT_CREATION: 'anyone' };

interface Options {
  env?: Record<string, string>;
  /** Where log lines go, all of them; without it there are none. */
  log?: DestinationStream;
  /** What is mounted instead of the whole api. */
  mount?: (app: App, kit: Kit) => Promise<void>;
  /** The database of another server, so that both work on one. */
  sharedDatabaseUrl?: string;
  /** How long requests may take to arrive, where that is not as in the product. */
  timeouts?: Timeouts;
  /** The way of the edge to the database, so that it can be cut. */
  edgeUrl?: (databaseUrl: string) => string;
  /** The way of everything to the database, with the time that it has to answer. */
  guarded?: {
    url(databaseUrl: string): string;
    beat: { everyMs: number; misses: number };
    queryTimeoutMs: number;
  };
}

/** The connections of a server, all of which break when the heartbeat does. */
function connectGuarded(databaseUrl: string, { url, beat, queryTimeoutMs }: NonNullable<Options['guarded']>) {
  const heartbeat = startHeartbeat(url(databaseUrl), beat);
  const common = { onIdleError: () => {}, heartbeat };
  const api = connect(url(databaseUrl), common);
  const edge = connect(url(databaseUrl), { ...common, max: 6, queryTimeoutMs });
  return {
    api,
    edge,
    databaseUrl: url(databaseUrl),
    heartbeat,
    stop: async () => {
      await heartbeat.stop();
      await Promise.all([api.close(), edge.close()]);
    },
  };
}

/** `npm run test:cluster`: the server is set as docs/cluster.md says. */
const isCluster = process.env.TEST_POSTGRES === 'cluster';

/** With a connection of its own: what is done to it does not touch the rest. */
async function startEdge(
  kit: Kit,
  databaseUrl: string,
  given: { connection: Connection | undefined; budgetMs?: number },
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'trailmark-edge-'));
  const options = { onIdleError: () => {}, max: 6, ...(given.budgetMs ? PATIENCE : {}) };
  const database = given.connection ?? connect(databaseUrl, options);
  const toNode = (node: string) => connect(nodeUrl(databaseUrl, node), options);
  const connection = isCluster ? connectNodes(database, toNode) : database;
  const edge = await createEdge(kit, { ...given, connection, databaseUrl, dataDir });
  return {
    front: edge.front,
    ingest: edge.ingest,
    ips: edge.ips,
    losses: edge.losses,
    dataDir,
    stop: async () => {
      await edge.stop();
      await connection.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const PATIENT_MS = 30_000;

/**
 * How long visitors wait for a database that no test cuts off. On a busy machine a click would otherwise be stored a
 * second after its answer at times.
 */
const patienceOf = ({ edgeUrl, guarded }: Options) => (edgeUrl || guarded ? {} : { budgetMs: PATIENT_MS });

/** Jobs that fail are looked at in the database, not in the output of the tests. */
const silent = new Logger(() => () => {});

async function runDueJobs(kit: Kit, pgPool: pg.Pool): Promise<void> {
  const taskList = Object.fromEntries(
    WORKER_JOBS.map((job): [string, Task] => [
      job.name,
      (payload, { abortSignal }) => job.run(kit, JOBS[job.name].parse(payload), abortSignal),
    ]),
  );
  await runOnce({ pgPool, taskList, noHandleSignals: true, logger: silent });
  // It does not wait until the end of the last job is written down.
  const LOCKED = 'select 1 from graphile_worker._private_jobs where locked_at is not null';
  await until(async () => (await pgPool.query(LOCKED)).rowCount === 0);
}

/** Keeps what is sent instead of sending it. */
function mailInto(mails: SentMail[]): Mail {
  return {
    send: async (to, text) => {
      mails.push({ to, text });
    },
    sendWhole: async (to, whole) => {
      const { subject, text } = whole;
      mails.push({ to, text: { subject, heading: subject, paragraphs: [text], footnote: '' }, whole });
    },
    close: () => {},
  };
}

const STOP_TIMEOUT_MS = 120_000;

/** Waits until a part has stopped; one that never stops is named, which the time limit of the hook would not do. */
async function ended(part: string, stopping: Promise<unknown> | undefined): Promise<void> {
  const error = new Error(`The ${part} of a test server did not stop within ${STOP_TIMEOUT_MS} ms.`);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(error), STOP_TIMEOUT_MS);
  });
  await Promise.race([stopping, tooLong]).finally(() => clearTimeout(timer));
}

/** On a cluster, what is about one project goes to its node; not through the database's own connection any more. */
function connectProjects(database: TestDatabase): Connection {
  const coordinator = { ...database, close: async () => {} };
  if (!isCluster) return coordinator;
  const toNode = (node: string) => connect(nodeUrl(database.url, node), { onIdleError: () => {}, max: 4 });
  return connectNodes(coordinator, toNode);
}

async function openTestDatabase(sharedUrl: string | undefined): Promise<TestDatabase> {
  if (isCluster) {
    planForCluster();
    partitionByMonth();
  }
  return sharedUrl ? joinTestDatabase(sharedUrl) : await createTestDatabase();
}

/** The whole api on a real database, listening on a free port of this machine. */
export async function startTestServer({ env: variables = {}, ...given }: Options = {}) {
  const database = await openTestDatabase(given.sharedDatabaseUrl);
  const projects = connectProjects(database);
  const guarded = given.guarded ? connectGuarded(database.url, given.guarded) : null;
  const clock = testClock(new Date());
  const mails: SentMail[] = [];
  const log = given.log ? createLog('trace', given.log) : createLog('silent');
  const kit: Kit = {
    db: guarded?.api.db ?? database.db,
    databaseUrl: guarded?.databaseUrl ?? database.url,
    clock,
    env: readEnv({ ...DEFAULTS, ...(isCluster ? { CLUSTER: 'true' } : {}), ...variables }, 'all'),
    log,
    mail: mailInto(mails),
    secrets: createSecrets('a-secret-key-for-tests-only-0123456789'),
    geo,
    publicUrl: 'http://127.0.0.1',
  };
  const edgeUrl = given.edgeUrl?.(database.url) ?? kit.databaseUrl;
  const edge = await startEdge(kit, edgeUrl, { connection: guarded?.edge, ...patienceOf(given) });
  const app = await buildApp(kit, {
    front: edge.front,
    ...(given.timeouts ? { timeouts: given.timeouts } : {}),
  });
  await edge.ingest.mount(app);
  if (guarded) mountHealth(app, createReadiness({ connection: guarded.api, heartbeat: guarded.heartbeat }));
  await (given.mount ?? mountApi)(app, kit);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  kit.publicUrl = url;

  /** Runs the jobs that are due and returns the mails sent since the last look. */
  const runJobs = async (): Promise<SentMail[]> => {
    await runDueJobs(kit, database.pool);
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
    connection: projects,
    databaseUrl: database.url,
    /** Where the edge keeps what it needs without a database. */
    dataDir: edge.dataDir,
    /** What the edge knows about addresses. */
    ips: edge.ips,
    /** Touches that the edge could write nowhere. */
    losses: edge.losses,
    callAs,
    runJobs,
    stop: async () => {
      await ended('app', app.close());
      await ended('edge', edge.stop());
      await ended('connections', guarded?.stop());
      await ended('nodes', projects.close());
      await ended('database', database.drop());
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
