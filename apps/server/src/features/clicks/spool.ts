import type { Log } from '../../platform/log.ts';
import { createBringBack } from './bring-back.ts';
import { listReady } from './spool-files.ts';
import { createSpoolWriter } from './spool-writer.ts';
import type { Touch } from './touch.ts';

const REPLAY_MS = 1000;
/** So long the file that grows is left alone after one in which there was nothing that could be stored. */
const FRUITLESS_MS = 10_000;

/** What could not be written to the database in time, on local disk until it can. */
export interface Spool {
  /** Resolves when the touch is on disk. */
  add(touch: Touch): Promise<void>;
  /** Writes everything on disk to the database; throws when that cannot be done now. */
  replay(): Promise<void>;
  stop(): Promise<void>;
}

interface Needs {
  dir: string;
  log: Log;
  /**
   * Writes touches to the database; those that are there already change nothing. Throws PartlyStored when only some of them
   * could be written.
   */
  write(touches: Touch[]): Promise<void>;
}

/** Keeps touches in files and brings them back, also those of a process that died. */
export function openSpool({ dir, log, write }: Needs): Spool {
  const writer = createSpoolWriter(dir);
  const bringBack = createBringBack({ dir, log, write });
  let replaying: Promise<void> | null = null;

  /** Files with something that could not be stored the last time, the longest unread first. */
  const waiting = new Set<string>();
  let fruitlessAt = Number.NEGATIVE_INFINITY;

  const bringBackReady = async (failures: unknown[]) => {
    const ready = new Set(listReady(dir));
    for (const path of waiting) if (!ready.has(path)) waiting.delete(path);
    const known = [...waiting].filter((path) => ready.delete(path));
    for (const path of [...ready, ...known]) {
      // Of those that failed before, as many as go through now.
      if (waiting.has(path) && failures.length > 0) break;
      waiting.delete(path);
      try {
        const { stored, failure } = await bringBack(path);
        if (stored > 0) fruitlessAt = Number.NEGATIVE_INFINITY;
        if (!failure) continue;
        waiting.add(path);
        failures.push(failure.error);
      } catch (error) {
        // Another process was faster, or the disk is away.
        failures.push(error);
      }
    }
  };

  const replayAll = async () => {
    const failures: unknown[] = [];
    await writer.rotateOld();
    await bringBackReady(failures);
    // In an outage the file would be closed every second.
    if (failures.length === 0 || performance.now() > fruitlessAt + FRUITLESS_MS) {
      if (failures.length > 0) fruitlessAt = performance.now();
      await writer.rotate();
      await bringBackReady(failures);
    }
    if (failures.length > 0) throw failures[0];
  };

  const replay = () => {
    replaying ??= replayAll().finally(() => {
      replaying = null;
    });
    return replaying;
  };

  // The database is away, or the disk is; whichever it is, the touches stay where they are.
  const attempt = () => void replay().catch((err) => log.debug({ err }, 'the spool stays on disk'));
  const timer = setInterval(attempt, REPLAY_MS).unref();
  attempt();

  return {
    add: (touch) => writer.append(JSON.stringify(touch)),
    replay,
    stop: async () => {
      clearInterval(timer);
      await replay().catch(() => {});
      await writer
        .rotate()
        .catch((err) => log.warn({ err }, 'the last file of the spool could not be closed'));
    },
  };
}
