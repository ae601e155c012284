import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isRoot, makeScratch } from '../../testing/embedded/scratch.ts';
import { prepareDataDir } from './data-dir.ts';

const scratch = makeScratch();
const stranger = { uid: 65534, gid: 65534 };

afterAll(async () => {
  await scratch.clean();
});

it('refuses a directory that everyone may write in, and leaves its mode', () => {
  const shared = scratch.dir();
  chmodSync(shared, 0o1777);
  expect(() => prepareDataDir(shared, undefined)).toThrow('open to everyone');
  expect(statSync(shared).mode & 0o7777).toBe(0o1777);
});

it('closes the directory to others when PostgreSQL runs as ourselves', () => {
  const dataDir = join(scratch.dir(), 'data');
  prepareDataDir(dataDir, undefined);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

it.runIf(isRoot)('lets the account pass through what it creates, even under a strict umask', () => {
  const before = process.umask(0o077);
  try {
    const parent = scratch.dir();
    prepareDataDir(join(parent, 'made', 'data'), stranger);
    expect(statSync(join(parent, 'made')).mode & 0o777).toBe(0o711);
    expect(statSync(join(parent, 'made', 'data')).mode & 0o777).toBe(0o711);
  } finally {
    process.umask(before);
  }
});

it.runIf(isRoot)('refuses early when the account cannot enter a parent', () => {
  const closed = scratch.dir();
  chmodSync(closed, 0o700);
  mkdirSync(join(closed, 'inner'));
  expect(() => prepareDataDir(join(closed, 'inner', 'data'), stranger)).toThrow('set DATA_DIR');
});
