import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDir } from '../../platform/sync-dir.ts';
import type { Binaries } from './binaries.ts';
import { superuser } from './database.ts';
import type { Account } from './run-as.ts';
import { runTool } from './run-tool.ts';

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
