import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** What the databases of all tests take at once, several times over. */
const NEEDED = 6 * 1024 ** 3;

/** Where programs may not be run, a PostgreSQL that has to be copied cannot start. */
function canRunPrograms(dir) {
  const script = join(dir, 'try');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  try {
    execFileSync(script);
    return true;
  } catch {
    return false;
  }
}

/**
 * A directory in memory for what tests store, or null where the machine has too little of it. A database per test file is
 * a thousand files each, and to make and delete them on a disk takes longer than most of the tests.
 */
export function makeMemoryDir() {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (Math.min(bavail * bsize, freemem()) < NEEDED) return null;
  } catch {
    return null;
  }
  const dir = mkdtempSync(join(SHARED_MEMORY, 'trailmark-test-'));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(dir, 0o755);
  if (canRunPrograms(dir)) return dir;
  rmSync(dir, { recursive: true });
  return null;
}
