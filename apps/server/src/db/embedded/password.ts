import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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
