import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDir } from '../../platform/sync-dir.ts';
import type { Binaries } from './binaries.ts';
import { superuser } from './database.ts';
import { type Account, runTool } from './run-as.ts';

type Adoption = { major: string; account: Account | undefined };

/** Whether a finished cluster is here that we may start; throws when something else is in its place. */
export function adoptCluster(cluster: string, { major, account }: Adoption): boolean {
  if (!existsSync(cluster)) return false;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    assertVersion(cluster, major);
    giveTo(cluster, account);
    return true;
  }
  if (readdirSync(cluster).length > 0) {
    throw new Error(
      `${cluster} contains files but no PostgreSQL database: move it away or set another DATA_DIR.`,
    );
  }
  rmdirSync(cluster);
  return false;
}

function assertVersion(cluster: string, major: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${cluster} was made by PostgreSQL ${found}, but this Trailmark brings PostgreSQL ${major}: convert it with ` +
      `pg_upgrade, or serve it with PostgreSQL ${found} and set DATABASE_URL, or set another DATA_DIR.`,
  );
}

/** A cluster that root restored from a backup belongs to root, and PostgreSQL refuses it. */
function giveTo(cluster: string, account: Account | undefined): void {
  if (!account || statSync(cluster).uid === account.uid) return;
  const chown = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster], { encoding: 'utf8' });
  if (chown.status !== 0)
    throw new Error(`${cluster} could not be given to PostgreSQL's user: ${chown.stderr}`);
}

type Creation = { binaries: Binaries; account: Account | undefined; password: string; fast: boolean };

const unfinished = 'postgres.new';

/**
 * Initialises a cluster under another name and renames it at the end: what has the final name is finished, and
 * an interrupted attempt can be told from it and thrown away.
 */
export async function createCluster(cluster: string, creation: Creation): Promise<void> {
  const dataDir = dirname(cluster);
  await removeUnfinished(dataDir);
  // A name of its own each time: an initdb that outlived an interrupted start still cleans up under its name.
  const draft = join(dataDir, `${unfinished}-${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  const { account, password } = creation;
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    await runInitdb(draft, passwordFile, creation);
    renameSync(draft, cluster);
    syncDir(dataDir);
  } finally {
    await removeUnfinished(dataDir);
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinished)) continue;
    // An initdb that outlived its Trailmark may still be adding files: hence the retries.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function runInitdb(draft: string, passwordFile: string, creation: Creation): Promise<void> {
  const { binaries, account, fast } = creation;
  const args = ['-D', draft, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  args.push('--encoding=UTF8', '--locale-provider=builtin', ...(fast ? ['--no-sync'] : []));
  const options = { account, cwd: dirname(draft) };
  let run = await runTool(binaries.initdb, [...args, '--locale=C.UTF-8'], options);
  // Not every system's C library knows C.UTF-8; PostgreSQL's own provider does in any case.
  if (!run.ok && run.output.includes('invalid locale name')) {
    run = await runTool(binaries.initdb, [...args, '--locale=C', '--builtin-locale=C.UTF-8'], options);
  }
  if (!run.ok) throw new Error(`The database could not be prepared (initdb failed).\n${run.output}`);
}

/** The database password: made once, before the cluster that is initialised with it. */
export function keepPassword(dataDir: string, { clusterExists }: { clusterExists: boolean }): string {
  const path = join(dataDir, 'postgres-password');
  const kept = readPassword(path);
  if (kept) return kept;
  if (clusterExists) {
    throw new Error(`The database's password file ${path} is missing or empty: restore it from a backup.`);
  }
  const password = randomBytes(32).toString('base64url');
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${password}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  return password;
}

function readPassword(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
