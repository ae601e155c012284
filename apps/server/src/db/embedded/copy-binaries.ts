import { randomBytes } from 'node:crypto';
import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePassableDir } from './data-dir.ts';
import { addMissingLinks } from './missing-links.ts';

/** Puts a complete copy at `copy`, replacing an unusable one; it appears there only when finished. */
export async function copyBinaries(native: string, copy: string): Promise<void> {
  makePassableDir(dirname(copy));
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    addMissingLinks(draft);
    await letEveryoneRead(draft);
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another Trailmark on this machine was quicker: its copy is as good as ours.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
}

/** An installation made under a strict umask is readable by root alone. */
async function letEveryoneRead(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await letEveryoneRead(path);
    if (!entry.isFile()) continue;
    const ownerMayExecute = (await stat(path)).mode & 0o100;
    await chmod(path, ownerMayExecute ? 0o755 : 0o644);
  }
}
