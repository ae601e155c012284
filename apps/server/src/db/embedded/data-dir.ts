import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { unreachable } from './location.ts';
import { type Account, canReach } from './run-as.ts';

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

/** Parents made on the way are passable even under a strict umask, which would lock PostgreSQL's user out. */
export function makePassableDir(dir: string): void {
  const firstCreated = mkdirSync(dir, { recursive: true });
  if (firstCreated === undefined) return;
  for (let created = dir; created.length >= firstCreated.length; created = dirname(created)) {
    chmodSync(created, 0o711);
  }
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
