import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyBinaries } from './copy-binaries.ts';
import { addMissingLinks } from './missing-links.ts';
import { findPlatformPackage, type PlatformPackage } from './platform-package.ts';
import { type Account, canReach, rootHome } from './run-as.ts';
import { toolEnv } from './run-tool.ts';

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
