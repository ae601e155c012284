import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { layOutNewTables } from '../cluster/apply-layout.ts';
import { connectNodes, coordinatorUrl } from '../db/connect-nodes.ts';
import { type Connection, connect } from '../db/connection.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { partitionByMonth } from '../db/partitions.ts';
import { planForCluster } from '../db/run-prepared.ts';
import { startSending } from '../features/deliveries/start-sending.ts';
import { mountScript } from '../features/web-sdk/mount-script.ts';
import { type App, buildApp } from '../http/app.ts';
import { refuseUnknown } from '../http/errors.ts';
import { mountHealth } from '../http/health.ts';
import { createMetrics } from '../http/metrics.ts';
import { startRunner } from '../jobs/runner.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { createGeo } from '../platform/geo.ts';
import { newToken } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import type { Log } from '../platform/log.ts';
import { createMail } from '../platform/mail.ts';
import { createSecrets } from '../platform/secrets.ts';
import { startFolding } from '../rollups/start-folding.ts';
import { type Database, logIdleError, openDatabase } from './database.ts';
import { createEdge, type Edge } from './edge.ts';
import { mountApi, WORKER_JOBS } from './features.ts';
import { createNodes, type Nodes } from './nodes.ts';

/** SECRET_KEY, or outside production one of our own, kept with the data. */
function secretKeyOf(env: Env, dataDir: string): string {
  if (env.secretKey) return env.secretKey;
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, newToken(), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

export interface Terminal {
  /** For a person: progress, addresses, links. Never goes to the log. */
  print(text: string): void;
}

export interface RunningServer {
  kit: Kit;
  app: App;
  /** Resolves with the reason when the server cannot go on. */
  failed: Promise<string>;
  /** Answers for a while longer, so that load balancers find out before connections are refused. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const WAIT_FOR_MIGRATION_MS = 500;

/**
 * api and worker bring the database up to date; an edge has no right to and waits until they have. While the
 * database is away it does not wait: it can answer visitors from what it keeps itself.
 */
async function prepareSchema(env: Env, database: Database, progress: (line: string) => void): Promise<void> {
  if (env.role !== 'edge') return await migrate(database.connection.pool, progress, layOutNewTables);
  const readiness = createReadiness(database);
  while ((await readiness()) === 'migrations') {
    await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_MIGRATION_MS));
  }
}

function buildKit(
  env: Env,
  log: Log,
  { database, terminal, clock }: { database: Database; terminal: Terminal; clock: Clock },
): Kit {
  return {
    db: database.connection.db,
    databaseUrl: database.embedded?.url ?? env.databaseUrl ?? '',
    clock,
    env,
    log,
    mail: createMail(env, terminal.print),
    secrets: createSecrets(secretKeyOf(env, database.dataDir)),
    geo: createGeo(),
    publicUrl: env.publicUrl ?? `http://${env.host}:${env.port}`,
  };
}

/** Says what is missing, or null. Once migrated is always migrated, so then only the heartbeat's connection is used. */
export function createReadiness({
  connection,
  heartbeat,
}: Pick<Database, 'connection' | 'heartbeat'>): () => Promise<string | null> {
  let isUpToDate = false;
  return async () => {
    try {
      await heartbeat.ping();
      isUpToDate ||= await isMigrated(connection.pool);
      return isUpToDate ? null : 'migrations';
    } catch {
      // Whatever keeps it from answering, the answer is the same: not ready.
      return 'database';
    }
  };
}

async function closeAll(parts: {
  metrics: Server;
  app: App;
  edge: Edge | null;
  runner: { stop(): Promise<void> } | null;
  folding: { stop(): Promise<void> } | null;
  sending: { stop(): Promise<void> } | null;
  kit: Kit;
}) {
  parts.metrics.close();
  await parts.app.close();
  await parts.edge?.stop();
  await parts.runner?.stop();
  await Promise.all([parts.folding?.stop(), parts.sending?.stop()]);
  parts.kit.mail.close();
}

/** Two that write clicks, two for views, four that write events, three for postbacks, four to look things up. */
const EDGE_CONNECTIONS = 15;
/** Longer than the database gives to a statement that writes: a connection that is still silent is broken. */
export const EDGE_QUERY_TIMEOUT_MS = 8000;

async function openEdge(
  kit: Kit,
  { database: { dataDir, heartbeat }, nodes }: { database: Database; nodes: Nodes | null },
  past: PastTime | undefined,
): Promise<Edge | null> {
  const { env, log, databaseUrl } = kit;
  if (env.role !== 'all' && env.role !== 'edge') return null;
  const options = { max: EDGE_CONNECTIONS, queryTimeoutMs: EDGE_QUERY_TIMEOUT_MS };
  const database = connect(databaseUrl, { ...options, onIdleError: logIdleError(log), heartbeat });
  const connection = nodes ? connectNodes(database, (node) => nodes.connect(node, options)) : database;
  const edge = await createEdge(kit, {
    connection,
    databaseUrl,
    dataDir,
    ...(past ? { budgetMs: past.touchBudgetMs } : {}),
  });
  return {
    ...edge,
    stop: async () => {
      await edge.stop();
      await connection.close();
    },
  };
}

/** For reports, folding and history: what may take longer than a statement of the edge. */
const PATIENT_CONNECTIONS = 8;

const connectProjects = (database: Connection, nodes: Nodes | null): Connection =>
  nodes ? connectNodes(database, (node) => nodes.connect(node, { max: PATIENT_CONNECTIONS })) : database;

const lostTouches = ({ losses }: Edge) => ({
  name: 'trailmark_clicks_lost_total',
  help: 'Clicks and views that neither the database nor the spool took',
  kinds: ['click', 'view'] as const,
  read: losses.count,
});

/** What the role serves besides clicks, views and calls of apps and servers. */
async function mountRest(app: App, kit: Kit): Promise<void> {
  const { role } = kit.env;
  if (role === 'all' || role === 'api') return await mountApi(app, kit);
  if (role === 'edge') mountScript(app, kit);
  app.setNotFoundHandler(refuseUnknown);
}

/** For the history of a demo: the time is not that of the machine, and nothing happens by itself but folding. */
export interface PastTime {
  clock: Clock;
  /** No touch may be written later than what follows it. */
  touchBudgetMs: number;
}

function setForCluster(env: Env): Env {
  planForCluster();
  partitionByMonth();
  return { ...env, databaseUrl: env.databaseUrl && coordinatorUrl(env.databaseUrl) };
}

/** Starts one process with its role; everything is wired here and nowhere else. */
export async function startServer(
  given: Env,
  log: Log,
  terminal: Terminal,
  past?: PastTime,
): Promise<RunningServer> {
  const env = given.isCluster ? setForCluster(given) : given;
  const database = await openDatabase(env, log, terminal.print);
  try {
    await prepareSchema(env, database, terminal.print);
    const nodes = env.isCluster ? createNodes(database.connection.pool, env.databaseUrl ?? '', log) : null;
    const projects = connectProjects(database.connection, nodes);
    const kit = buildKit(env, log, { database, terminal, clock: past?.clock ?? systemClock });
    const edge = await openEdge(kit, { database, nodes }, past);
    const app = await buildApp(kit, edge ? { front: edge.front } : {});
    const metrics = createMetrics();
    metrics.watch(app);
    if (edge) metrics.count(lostTouches(edge));
    mountHealth(app, createReadiness(database), { lostNodes: nodes?.lost });
    await edge?.ingest.mount(app);
    await mountRest(app, kit);
    const metricsServer = await metrics.listen(env.metricsPort);
    await app.listen({ host: env.host, port: env.port });
    const runsJobs = env.role === 'all' || env.role === 'worker';
    const worksAlone = runsJobs && !past;
    const runner = worksAlone ? await startRunner(kit, database.connection.pool, WORKER_JOBS) : null;
    const folding = runsJobs ? startFolding(kit) : null;
    const sending = worksAlone ? startSending(kit) : null;
    return {
      kit,
      app,
      failed: database.embedded?.exited.then(({ reason }) => reason) ?? new Promise(() => {}),
      drain: async () => {
        app.drain.hasBegun = true;
        await sleep(env.drainMs);
      },
      stop: async () => {
        await closeAll({ metrics: metricsServer, app, edge, runner, folding, sending, kit });
        await projects.close();
        await nodes?.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
