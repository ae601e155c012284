import { readdirSync, renameSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * A spool file is named after who writes it: `<host>~<process>~<random>.open` while it grows, `.full` when it is
 * closed. Several processes may share a directory; nobody may take a file from under its writer.
 */
const NAME = /^(.+)~(\d+)~([0-9a-f]+)\.(open|full)$/;

/** A writer closes its file after this time at the latest. */
export const MAX_OPEN_MS = 60_000;
/** A file that was not touched for this long has no writer any more. */
const ORPHAN_MS = 10 * MAX_OPEN_MS;

const thisHost = hostname().replace(/[^\w.-]/g, '_') || 'host';

export const openName = (random: string) => `${thisHost}~${process.pid}~${random}.open`;

/** The files that this process writes to. */
const written = new Set<string>();
export const beginWriting = (path: string) => void written.add(path);
export const endWriting = (path: string) => void written.delete(path);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isAbandoned(path: string, { host, pid }: { host: string; pid: number }): boolean {
  // Of this host and process number, and yet not written to here: from before a restart.
  if (host === thisHost && (pid === process.pid || !isAlive(pid))) return true;
  return Date.now() - statSync(path).mtimeMs > ORPHAN_MS;
}

/** Closed files, oldest first, and those whose writer is gone. */
export function listReady(dir: string): string[] {
  const ready: { path: string; at: number }[] = [];
  for (const name of readdirSync(dir)) {
    const [, host, pid, , state] = NAME.exec(name) ?? [];
    const path = join(dir, name);
    if (!host || !pid || written.has(path)) continue;
    try {
      const at = statSync(path).mtimeMs;
      if (state === 'full') ready.push({ path, at });
      else if (isAbandoned(path, { host, pid: Number(pid) })) ready.push({ path: close(path), at });
    } catch {
      // Another process was faster; the file is in its hands now.
    }
  }
  return ready.sort((one, other) => one.at - other.at).map(({ path }) => path);
}

/** Marks a file as closed; throws when it is gone. */
export function close(path: string): string {
  const full = path.replace(/\.open$/, '.full');
  renameSync(path, full);
  return full;
}
