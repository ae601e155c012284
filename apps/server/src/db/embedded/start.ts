import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries } from './binaries.ts';
import { adoptCluster, createCluster, keepPassword } from './cluster.ts';
import { prepareDataDir } from './data-dir.ts';
import { databaseUrl, ensureDatabase } from './database.ts';
import { keepRunning, RESTART_PAUSES_MS } from './keep-running.ts';
import { clearOrphan } from './orphan.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { type LaunchRequest, launchPostmaster, pickFreePort } from './postmaster.ts';
import { type Account, accountFor } from './run-as.ts';
import { serverSettings } from './server-settings.ts';

export type EmbeddedPostgres = {
  /** postgres://trailmark:<password>@127.0.0.1:<port>/trailmark */
  url: string;
  stop(): Promise<void>;
  /** Resolves only when PostgreSQL ended without stop() and could not be started again. */
  exited: Promise<{ reason: string }>;
};

export type StartRequest = {
  dataDir: string;
  progress: (line: string) => void;
  /** Called with why PostgreSQL ended by itself, or why it could not be started again. */
  onDeath?: (reason: string) => void;
  /** For tests: gives up durability for speed. */
  fast?: boolean;
  pausesMs?: number[];
};

/** Starts the PostgreSQL that lives in `<dataDir>/postgres`, creating or recovering it first where needed. */
export async function startEmbeddedPostgres({
  dataDir: givenDir,
  progress,
  onDeath = () => {},
  fast = false,
  pausesMs = RESTART_PAUSES_MS,
}: StartRequest): Promise<EmbeddedPostgres> {
  const dataDir = resolve(givenDir);
  const account = accountFor(join(dataDir, 'postgres'));
  prepareDataDir(dataDir, account);
  const lock = takeOwnerLock(dataDir);
  try {
    const { url, postmaster, restart } = await startOwned({ dataDir, account, progress, fast });
    const { stop, gaveUp } = keepRunning(postmaster, {
      restart,
      pausesMs,
      onDeath: (reason) => {
        progress('PostgreSQL ended by itself: starting it again…');
        onDeath(reason);
      },
      onRestart: () => progress('PostgreSQL runs again.'),
    });
    void gaveUp.then(lock.release);
    return { url, stop: () => stop().finally(lock.release), exited: gaveUp };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Owned = Required<Pick<StartRequest, 'dataDir' | 'progress' | 'fast'>> & { account: Account | undefined };

async function startOwned({ dataDir, account, progress, fast }: Owned) {
  const binaries = await prepareBinaries({ account, dataDir, progress });
  const cluster = join(dataDir, 'postgres');
  const clusterExists = adoptCluster(cluster, { major: binaries.major, account });
  const password = keepPassword(dataDir, { clusterExists });
  if (!clusterExists) {
    progress('Preparing the database (first start, a few seconds)…');
    await createCluster(cluster, { binaries, account, password, fast });
  }
  const launching = { cluster, binaries, account, settings: serverSettings({ fast }), progress };
  const { port, postmaster } = await launchPatiently(launching);
  try {
    await ensureDatabase({ port, password });
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  /** On the same port, which all connections know. */
  const restart = async () =>
    (await launchPatiently({ ...launching, pickPort: async () => port })).postmaster;
  return { url: databaseUrl({ port, password }), postmaster, restart };
}

type Launching = Omit<LaunchRequest, 'port'> & { pickPort?: () => Promise<number> };

/** What stands in the way of a start may pass: a port just taken, an earlier PostgreSQL on its way out. */
export async function launchPatiently({ pickPort = pickFreePort, ...request }: Launching) {
  for (let attempt = 1; ; attempt++) {
    await clearOrphan(request);
    const port = await pickPort();
    const launched = await launchPostmaster({ ...request, port });
    if (launched.outcome === 'ready') return { port, postmaster: launched.postmaster };
    if (launched.outcome === 'failed' || attempt === 20) throw launched.error;
    if (launched.outcome === 'still-locked') await sleep(500);
  }
}
