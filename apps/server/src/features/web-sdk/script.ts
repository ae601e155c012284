import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkoutRoot } from '../../platform/package-root.ts';

export const BUILT_SCRIPT = join(checkoutRoot, 'packages/sdk-web/dist/v1.js');
const HASH_LENGTH = 16;

/** A version of the script that pages load, as it was built. */
export interface WebScript {
  /** The name under which exactly this content is served. */
  pinnedName: string;
  /** For the attribute of the same name: browsers refuse any other content. */
  integrity: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export const PINNED_NAME = /^v1\.[0-9a-f]{16}\.js$/;

export function asScript(plain: Buffer): WebScript {
  const digest = createHash('sha384').update(plain).digest();
  const hash = digest.toString('hex').slice(0, HASH_LENGTH);
  return {
    pinnedName: `v1.${hash}.js`,
    integrity: `sha384-${digest.toString('base64')}`,
    etag: `W/"${hash}"`,
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}

/** Reads the script once it is built, and keeps it; null until then. */
export function createScriptReader(file = BUILT_SCRIPT): () => Promise<WebScript | null> {
  let script: WebScript | null = null;
  return async () => {
    if (script) return script;
    try {
      script = asScript(await readFile(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return script;
  };
}

export const readScript = createScriptReader();
