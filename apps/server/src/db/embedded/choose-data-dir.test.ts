import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRoot, makeScratch } from '../../testing/embedded/scratch.ts';
import { chooseDataDir } from './data-dir.ts';

const scratch = makeScratch();
const postgres = { uid: 101, gid: 104 };

afterAll(async () => {
  await scratch.clean();
});

function choose({ explicit, checkout, root, closed }: Case) {
  const lines: string[] = [];
  const host = {
    accountFor: () => (root ? postgres : undefined),
    canReach: (path: string) => !closed.some((prefix) => path.startsWith(prefix)),
    binDir: () => '/modules/bin',
  };
  const dataDir = chooseDataDir({ explicit, checkout, progress: (line) => lines.push(line) }, host);
  return { dataDir, lines };
}

type Case = { explicit?: string; checkout: string; root: boolean; closed: string[] };

describe('where the data lives', () => {
  const checkout = scratch.dir();
  const home = join(checkout, '.trailmark');
  const stays: [string, Case, string][] = [
    ['in the checkout for an ordinary user', { checkout, root: false, closed: [checkout] }, home],
    ['in the checkout for root where PostgreSQL can reach it', { checkout, root: true, closed: [] }, home],
    ['where DATA_DIR says', { explicit: '/srv/t', checkout, root: true, closed: [] }, '/srv/t'],
    [
      'where DATA_DIR says also when only the binaries are out of reach',
      { explicit: '/srv/t', checkout, root: true, closed: ['/modules'] },
      '/srv/t',
    ],
  ];
  it.each(stays)('is %s, without a word', (_name, given, dataDir) => {
    expect(choose(given)).toEqual({ dataDir, lines: [] });
  });

  const moves: [string, string[]][] = [
    ['the checkout', [checkout]],
    ['the binaries', ['/modules']],
  ];
  it.each(moves)('is /var/lib/trailmark, with one line, when PostgreSQL cannot reach %s', (_name, closed) => {
    const { dataDir, lines } = choose({ checkout, root: true, closed });
    expect(dataDir).toBe('/var/lib/trailmark/data');
    expect(lines).toEqual([expect.stringContaining('/var/lib/trailmark')]);
  });

  it('is an error when DATA_DIR is out of reach', () => {
    expect(() =>
      choose({ explicit: join(checkout, 'data'), checkout, root: true, closed: [checkout] }),
    ).toThrow(/cannot enter .*: set DATA_DIR/);
  });

  it('never leaves data behind that is already in the checkout', () => {
    const used = scratch.dir();
    mkdirSync(join(used, '.trailmark', 'postgres'), { recursive: true });
    expect(choose({ checkout: used, root: true, closed: ['/modules'] }).dataDir).toBe(
      join(used, '.trailmark'),
    );
    expect(() => choose({ checkout: used, root: true, closed: [used] })).toThrow('cannot enter');
  });

  it.runIf(isRoot)('is decided by the real system for root in a home closed to others', () => {
    const closedHome = scratch.dir();
    chmodSync(closedHome, 0o700);
    const lines: string[] = [];
    const request = { checkout: join(closedHome, 'trailmark'), progress: (line: string) => lines.push(line) };
    expect(chooseDataDir({ ...request, explicit: undefined })).toBe('/var/lib/trailmark/data');
    expect(lines).toHaveLength(1);
    expect(() => chooseDataDir({ ...request, explicit: join(closedHome, 'data') })).toThrow('cannot enter');
    chmodSync(closedHome, 0o711);
    expect(chooseDataDir({ ...request, explicit: join(closedHome, 'data') })).toBe(join(closedHome, 'data'));
  });
});
