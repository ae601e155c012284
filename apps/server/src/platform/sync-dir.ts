import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a rename inside of this directory survive a crash of the machine; Windows has no such call. */
export function syncDir(dir: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
