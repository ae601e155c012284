import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkoutRoot } from '../platform/package-root.ts';

const BUILT = join(checkoutRoot, 'packages/sdk-web/dist/v1.js');
const NAME_LENGTH = 16;

/** The script that pages load, as it was built. */
export interface SdkScript {
  /** The name under which exactly this content is served. */
  pinnedName: string;
  /** For the attribute of the same name: browsers refuse any other content. */
  integrity: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export function asScript(plain: Buffer): SdkScript {
  const hash = createHash('sha384').update(plain);
  const digest = hash.digest();
  const name = digest.toString('hex').slice(0, NAME_LENGTH);
  return {
    pinnedName: `v1.${name}.js`,
    integrity: `sha384-${digest.toString('base64')}`,
    etag: `"${name}"`,
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}

let found: SdkScript | null = null;

/** Read once; null as long as the package is not built. */
export async function findSdkScript(): Promise<SdkScript | null> {
  if (found) return found;
  try {
    found = asScript(await readFile(BUILT));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found;
}
