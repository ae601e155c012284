import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './run-as.ts';

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
      `${cluster} holds files but no PostgreSQL database: move it away or set another DATA_DIR.`,
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
