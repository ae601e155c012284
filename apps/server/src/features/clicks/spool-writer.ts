import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDir } from '../../platform/sync-dir.ts';
import { beginWriting, close, endWriting, MAX_OPEN_MS, openName } from './spool-files.ts';

interface Waiting {
  line: string;
  resolve(): void;
  reject(error: unknown): void;
}

interface OpenFile {
  path: string;
  handle: FileHandle;
  openedAt: number;
}

/** Appends lines to one file at a time. */
export interface SpoolWriter {
  /** Resolves when the line is on disk. */
  append(line: string): Promise<void>;
  /** Closes the file; what comes next goes to another. */
  rotate(): Promise<void>;
  /** Closes the file if it has been open for long. */
  rotateOld(): Promise<void>;
}

/** One sync for all lines that wait; one thing at a time happens to the file. */
export function createSpoolWriter(dir: string): SpoolWriter {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const above of [dirname(dir), dirname(dirname(dir))]) syncDir(above);
  let waiting: Waiting[] = [];
  let file: OpenFile | null = null;
  let tail: Promise<void> = Promise.resolve();
  const next = (work: () => Promise<void>): Promise<void> => {
    const done = tail.then(work);
    tail = done.catch(() => {});
    return done;
  };

  const openFile = async (): Promise<OpenFile> => {
    // It may have been removed since the start.
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, openName(randomBytes(6).toString('hex')));
    // Said before it is there: nobody may take it away while it is empty.
    beginWriting(path);
    try {
      const handle = await open(path, 'ax', 0o600);
      syncDir(dir);
      return { path, handle, openedAt: Date.now() };
    } catch (error) {
      endWriting(path);
      throw error;
    }
  };

  const closeFile = async () => {
    if (!file) return;
    const { path, handle } = file;
    file = null;
    try {
      await handle.close();
      close(path);
    } catch (error) {
      // A process that slept for long finds that another has taken its file over; the next file is its own.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      endWriting(path);
    }
  };
  const isOld = () => file !== null && Date.now() - file.openedAt > MAX_OPEN_MS;

  const flush = async () => {
    const group = waiting;
    waiting = [];
    try {
      if (isOld()) await closeFile();
      file ??= await openFile();
      await file.handle.appendFile(group.map(({ line }) => `${line}\n`).join(''));
      await file.handle.datasync();
      for (const one of group) one.resolve();
    } catch (error) {
      for (const one of group) one.reject(error);
      // Half a line may stand at the end of the file: nothing may be written behind it.
      await closeFile();
    }
  };

  return {
    append: (line) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        if (waiting.length === 1) void next(flush).catch(() => {});
      }),
    rotate: () => next(closeFile),
    rotateOld: () => next(async () => void (isOld() && (await closeFile()))),
  };
}
