import { mkdir, open, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isItemsFault } from '../../pipeline/items-fault.ts';
import type { Log } from '../../platform/log.ts';
import { PartlyStored } from './record-touches.ts';
import type { Touch } from './touch.ts';

const GROUP = 500;
/** The directory of what the database refuses. */
const REFUSED = 'refused';

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

/** What is not stored yet, in the place of all: the next one who reads the file has less to do. */
async function keepLeft(path: string, left: Touch[]): Promise<void> {
  const part = `${path}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(left.map((touch) => `${JSON.stringify(touch)}\n`).join(''));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(part, path);
}

interface Needs {
  dir: string;
  log: Log;
  write(touches: Touch[]): Promise<void>;
}

/** How many touches of a file were stored, and why some were not. */
interface BroughtBack {
  stored: number;
  failure: { error: unknown } | null;
}

/** Writes the touches of a file to the database, and removes them from the disk; those of a lost node stay there. */
export function createBringBack({ dir, log, write }: Needs): (path: string) => Promise<BroughtBack> {
  /** In a file of its own: two processes that bring back the same file set it aside once. */
  const setAside = async (touch: Touch) => {
    await mkdir(join(dir, REFUSED), { recursive: true });
    await writeFile(join(dir, REFUSED, `${touch.row.id}.json`), `${JSON.stringify(touch)}\n`, {
      mode: 0o600,
    });
  };

  /**
   * Gives those that could not be stored now. A touch that the database refuses for its own sake is set aside, so that it
   * does not hold up the others.
   */
  const store = async (touches: Touch[], failures: unknown[]): Promise<Touch[]> => {
    try {
      await write(touches);
      return [];
    } catch (error) {
      if (!isItemsFault(error)) {
        failures.push(error);
        return error instanceof PartlyStored ? touches.filter(({ row }) => error.left.has(row.id)) : touches;
      }
      const [only, another] = touches;
      if (only && !another) {
        log.error(
          { err: error, touch: only.row.id },
          'a touch in the spool cannot be stored; it is set aside',
        );
        await setAside(only);
        return [];
      }
      const middle = Math.ceil(touches.length / 2);
      const left = await store(touches.slice(0, middle), failures);
      return [...left, ...(await store(touches.slice(middle), failures))];
    }
  };

  return async (path) => {
    const touches = touchesIn(await readFile(path, 'utf8'));
    const [left, failures]: [Touch[], unknown[]] = [[], []];
    for (let at = 0; at < touches.length; at += GROUP) {
      left.push(...(await store(touches.slice(at, at + GROUP), failures)));
    }
    const stored = touches.length - left.length;
    if (left.length === 0) await unlink(path);
    else if (stored > 0) await keepLeft(path, left);
    if (stored > 0) log.info({ touches: stored }, 'the spool was written to the database');
    return { stored, failure: left.length > 0 ? { error: failures[0] } : null };
  };
}
