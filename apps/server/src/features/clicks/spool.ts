import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isItemsFault } from '../../pipeline/items-fault.ts';
import type { Log } from '../../platform/log.ts';
import { listReady } from './spool-files.ts';
import { createSpoolWriter } from './spool-writer.ts';
import type { Touch } from './touch.ts';

const REPLAY_MS = 1000;
const GROUP = 500;
/** The directory of what the database refuses. */
const REFUSED = 'refused';

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
  /** Writes touches to the database; those that are there already change nothing. */
  write(touches: Touch[]): Promise<void>;
}

/** The last line may be torn: the process died in it, and nobody was answered for it. */
function touchesIn(text: string): Touch[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Touch] : [];
    } catch {
      return [];
    }
  });
}

/** Keeps touches in files and brings them back, also those of a process that died. */
export function openSpool({ dir, log, write }: Needs): Spool {
  const writer = createSpoolWriter(dir);
  let replaying: Promise<void> | null = null;

  /** In a file of its own: two processes that bring back the same file set it aside once. */
  const setAside = async (touch: Touch) => {
    await mkdir(join(dir, REFUSED), { recursive: true });
    await writeFile(join(dir, REFUSED, `${touch.row.id}.json`), `${JSON.stringify(touch)}\n`, {
      mode: 0o600,
    });
  };

  /** A touch that the database refuses for its own sake is set aside, so that it does not hold up the others. */
  const writeOrHalve = async (touches: Touch[]): Promise<void> => {
    try {
      await write(touches);
    } catch (error) {
      if (!isItemsFault(error)) throw error;
      const [only, another] = touches;
      if (only && !another) {
        log.error(
          { err: error, touch: only.row.id },
          'a touch in the spool cannot be stored; it is set aside',
        );
        await setAside(only);
        return;
      }
      const middle = Math.ceil(touches.length / 2);
      await writeOrHalve(touches.slice(0, middle));
      await writeOrHalve(touches.slice(middle));
    }
  };

  const bringBack = async (path: string) => {
    const touches = touchesIn(await readFile(path, 'utf8'));
    for (let at = 0; at < touches.length; at += GROUP) await writeOrHalve(touches.slice(at, at + GROUP));
    await unlink(path);
    if (touches.length > 0) log.info({ touches: touches.length }, 'the spool was written to the database');
  };

  const replayAll = async () => {
    await writer.rotateOld();
    for (const path of listReady(dir)) await bringBack(path);
    // Only now that the others went through: in an outage the file would be closed every second.
    await writer.rotate();
    for (const path of listReady(dir)) await bringBack(path);
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
