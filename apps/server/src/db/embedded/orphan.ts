import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { lookUpProcess, type ProcessInfo } from './look-up-process.ts';
import { type Account, runTool } from './run-as.ts';

export type OrphanRequest = {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  progress: (line: string) => void;
  lookUp?: (pid: number) => ProcessInfo;
  patienceMs?: number;
};

/**
 * Makes way for a new PostgreSQL: after a kill -9 of Trailmark the earlier one still runs, and after a crash its
 * pid file may name a dead process or an innocent one. The caller must hold the owner lock.
 */
export async function clearOrphan(request: OrphanRequest): Promise<void> {
  const { cluster, lookUp = lookUpProcess } = request;
  const file = readPostmasterFile(cluster);
  if (!file) return;
  const verdict = Number.isNaN(file.pid) ? 'empty' : judge(lookUp(file.pid), cluster);
  switch (verdict) {
    case 'gone':
      // PostgreSQL itself replaces the file, after it made sure that no shared memory is left in use.
      return;
    case 'other':
      rmSync(file.path, { force: true });
      return;
    case 'empty':
    case 'zombie':
      return outwait(file, request);
    case 'ours':
      return stopOrphan(file, request);
    case 'unknown':
      throw new Error(
        `${file.path} names process ${file.pid}, which runs but cannot be inspected: end it if it is PostgreSQL, ` +
          'else remove that file; then start again.',
      );
  }
}

type Verdict = 'gone' | 'zombie' | 'ours' | 'other' | 'unknown';

function judge(info: ProcessInfo, cluster: string): Verdict {
  if (info.state !== 'alive') return info.state;
  // Only the owner of a cluster can run it, and that is whom we would run it as.
  if (info.ofAnotherUser) return 'other';
  if (info.name === undefined) return 'unknown';
  if (!/^postgres(\.exe)?$/.test(info.name)) return 'other';
  // PostgreSQL's working directory is its cluster: a surer sign than the words of its command line.
  const here = realpathSync(cluster);
  if (info.cwd !== undefined) return info.cwd === here ? 'ours' : 'other';
  return info.command?.includes(cluster) || info.command?.includes(here) ? 'ours' : 'other';
}

/** A zombie vanishes when process 1 gets to it, an empty file when its writer goes on; if not, both mean nothing. */
async function outwait(file: PostmasterFile, request: OrphanRequest): Promise<void> {
  const { cluster, patienceMs = 2_000 } = request;
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
    await sleep(100);
    const now = readPostmasterFile(cluster);
    if (!now) return;
    if (!Object.is(now.pid, file.pid)) return clearOrphan(request);
    if ((request.lookUp ?? lookUpProcess)(file.pid).state === 'gone' && !Number.isNaN(file.pid)) return;
  }
  rmSync(file.path, { force: true });
}

async function stopOrphan(file: PostmasterFile, request: OrphanRequest): Promise<void> {
  const { cluster, binaries, account, progress, lookUp = lookUpProcess } = request;
  progress('Recovering: stopping a PostgreSQL left by an earlier run…');
  for (const [mode, seconds] of [
    ['fast', '20'],
    ['immediate', '10'],
  ] as const) {
    const args = ['stop', '-D', cluster, '-m', mode, '-w', '-t', seconds];
    await runTool(binaries.pgCtl, args, { account, cwd: cluster });
    // pg_ctl returns when the pid file is gone, a moment before the process is.
    for (let looks = 0; looks < 20; looks++) {
      if (judge(lookUp(file.pid), cluster) !== 'ours') return;
      await sleep(100);
    }
  }
  throw new Error(
    `A PostgreSQL left by an earlier run (pid ${file.pid}) does not stop: end it, then start again.`,
  );
}

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
