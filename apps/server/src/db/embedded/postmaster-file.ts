import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `pid` is NaN when the file is empty or cut short, as after a power failure. */
export type PostmasterFile = { path: string; pid: number; ready: boolean };

/**
 * What a running PostgreSQL writes into its data directory: line 1 its pid, line 8 its state.
 * https://www.postgresql.org/docs/18/storage-file-layout.html
 */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const path = join(cluster, 'postmaster.pid');
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return { path, pid: Number.parseInt(lines[0] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
