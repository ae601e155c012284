import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../platform/log.ts';
import type { ProjectLinks } from './store.ts';

/** Changes when a line means something else than before; older snapshots are then of no use. */
const FORMAT = 'trailmark links 1';
const WRITE_AFTER_MS = 500;

/** What was kept on disk the last time; nothing when there is no such file, or it is of another format. */
export function readSnapshot(file: string): ProjectLinks[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The first start, or a directory that is not there yet.
    return [];
  }
  const [format, ...lines] = text.split('\n');
  if (format !== FORMAT) return [];
  return lines.filter(Boolean).map((line) => JSON.parse(line) as ProjectLinks);
}

/** Replaces the file as a whole: a reader sees the old one or the new one. */
async function writeSnapshot(file: string, lines: string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile([FORMAT, ...lines, ''].join('\n'));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}

/** Writes the snapshot a moment after the last change. */
export function keepSnapshot({ file, log, lines }: { file: string; log: Log; lines: () => string[] }) {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    timer = undefined;
    writing = writing
      .then(() => writeSnapshot(file, lines()))
      // A full disk must not stop links; the next change tries again.
      .catch((err) => log.warn({ err }, 'the snapshot of the links was not written'));
  };
  return {
    changed: () => {
      timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
    },
    stop: async () => {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}
