import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../platform/env.ts';
import { newToken } from '../platform/ids.ts';

/** SECRET_KEY, or outside production one of our own, kept with the data. */
export function secretKeyOf(env: Env, dataDir: string): string {
  if (env.secretKey) return env.secretKey;
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, newToken(), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
