import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../../platform/package-root.ts';

/** The SDKs as npm packages: an installation hands out the versions that fit it. */
export const PACKAGE_NAME = /^trailmark-(sdk-web|react-native)\.tgz$/;

const FOLDER = join(checkoutRoot, 'dist/sdk');

/** Null until it is built. */
export async function readPackage(name: string): Promise<Buffer | null> {
  try {
    return await readFile(join(FOLDER, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}
