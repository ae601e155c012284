import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookUpProcess } from './look-up-process.ts';

export type OwnerLock = { release(): void };

const heldHere = new Set<string>();

/** One Trailmark per data directory: takes `server.pid`, or throws naming the process that has it. */
export function takeOwnerLock(dataDir: string): OwnerLock {
  const path = join(dataDir, 'server.pid');
  const identity = `${process.pid}\n${startOf(process.pid)}\n`;
  const holder = heldHere.has(path) ? process.pid : claim(path, identity);
  if (holder !== null) {
    throw new Error(
      `Another Trailmark (pid ${holder}) already runs on this DATA_DIR (${dataDir}). ` +
        'To run roles apart, give every process the same DATABASE_URL. ' +
        `If pid ${holder} is not Trailmark, remove ${path}.`,
    );
  }
  heldHere.add(path);
  const release = () => {
    process.off('exit', release);
    if (heldHere.delete(path) && read(path) === identity) unlinkSync(path);
  };
  process.on('exit', release);
  return { release };
}

/**
 * Gives null when claimed, else the pid of the living holder. A file is removed only by its living owner, or,
 * once that owner is dead, by the holder of the guard file: so two starters never remove each other's lock.
 */
function claim(path: string, identity: string, depth = 0): number | null {
  if (depth > 3) throw new Error(`Remove the stale files ${path}* and start again.`);
  for (;;) {
    if (create(path, identity)) return null;
    const content = read(path);
    if (content === null) continue;
    const holder = livingHolder(content);
    if (holder !== null) return holder;
    const guard = `${path}.takeover`;
    const rival = claim(guard, identity, depth + 1);
    if (rival !== null) return rival;
    if (read(path) === content) unlinkSync(path);
    unlinkSync(guard);
  }
}

/** A link appears with its content, so that nobody ever reads a half-written lock. */
function create(path: string, identity: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, identity, { mode: 0o644, flag: 'wx' });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function livingHolder(content: string): number | null {
  const [pidText = '', recordedStart = ''] = content.split('\n');
  const pid = Number(pidText);
  // Our own pid in a lock that we do not hold was written by an earlier process (pid 1 in a container).
  if (pid === process.pid) return null;
  const info = lookUpProcess(pid);
  if (info.state !== 'alive') return null;
  const certainlyAnother =
    info.startedAt !== undefined && recordedStart !== '' && info.startedAt !== recordedStart;
  return certainlyAnother ? null : pid;
}

function startOf(pid: number): string {
  const info = lookUpProcess(pid);
  return (info.state === 'alive' && info.startedAt) || '';
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
