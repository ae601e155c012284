import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findPackageRoot(from: string): string {
  const file = join(from, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === '@trailmark/server') return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('The folder of @trailmark/server was not found.');
  return findPackageRoot(parent);
}

/** The folder of this package, whether the code runs from src or from the bundle in dist. */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

/** The folder of the whole checkout. */
export const checkoutRoot = dirname(dirname(packageRoot));
