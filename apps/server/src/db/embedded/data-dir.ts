import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findPlatformPackage } from './binaries.ts';
import { type Account, accountFor, canReach, makePassableDir, rootHome } from './run-as.ts';

type DataDirRequest = {
  /** DATA_DIR as the operator set it. */
  explicit: string | undefined;
  checkout: string;
  progress: (line: string) => void;
};

type Host = {
  accountFor: (cluster: string) => Account | undefined;
  canReach: (path: string, account: Account) => boolean;
  binDir: () => string;
};

const thisHost: Host = { accountFor, canReach, binDir: () => join(findPlatformPackage().native, 'bin') };

/** Where Trailmark's data lives when its PostgreSQL is the embedded one. */
export function chooseDataDir({ explicit, checkout, progress }: DataDirRequest, host = thisHost): string {
  const dataDir = resolve(explicit ?? join(checkout, '.trailmark'));
  const cluster = join(dataDir, 'postgres');
  const account = host.accountFor(cluster);
  if (!account) return dataDir;

  const reachable = host.canReach(existingParent(dataDir), account);
  const hasData = existsSync(cluster);
  if (!reachable && (explicit !== undefined || hasData)) throw new Error(unreachable(dataDir, account));
  if (explicit !== undefined || hasData) return dataDir;
  if (reachable && host.canReach(host.binDir(), account)) return dataDir;

  const moved = join(rootHome, 'data');
  progress(
    `PostgreSQL's user cannot enter ${checkout}: data and a copy of PostgreSQL are kept in ${rootHome}.`,
  );
  return moved;
}

/** The data directory itself is left out: its own mode is set at start. */
function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : existingParent(parent);
}

function unreachable(dataDir: string, account: Account): string {
  return (
    `PostgreSQL runs as user ${account.uid} because Trailmark was started by root, but that user cannot enter ` +
    `${existingParent(dataDir)}: set DATA_DIR to a directory outside of it (such as ${rootHome}/data), ` +
    'or let others pass with chmod o+x on its parents.'
  );
}

/** Makes DATA_DIR usable: ours alone to read, and passable for the account that PostgreSQL runs as. */
export function prepareDataDir(dataDir: string, account: Account | undefined): void {
  makePassableDir(dataDir);
  const found = statSync(dataDir);
  if (process.platform !== 'win32' && found.mode & 0o1002) {
    throw new Error(`DATA_DIR must be a directory of Trailmark's own, but ${dataDir} is open to everyone.`);
  }
  // A volume that belongs to somebody else keeps the mode its owner chose.
  const uid = process.getuid?.();
  if (account) chmodSync(dataDir, 0o711);
  else if (uid === found.uid) chmodSync(dataDir, 0o700);
  if (account && !canReach(dataDir, account)) throw new Error(unreachable(dataDir, account));
  assertWritable(dataDir);
}

function assertWritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `Trailmark may not write in DATA_DIR (${dataDir}): change its owner or set another DATA_DIR.`,
    );
  }
}
