import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkoutRoot } from '../platform/package-root.ts';

/** The programs must find everything built: an ordinary user may not write into the checkout. */
export function setup(): void {
  execFileSync(process.execPath, [join(checkoutRoot, 'scripts/build.mjs')]);
}
