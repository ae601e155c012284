import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isRoot, makeScratch } from '../../testing/embedded/scratch.ts';
import { accountFor } from './run-as.ts';

const scratch = makeScratch();
const none = '/no/such/cluster';

afterAll(async () => {
  await scratch.clean();
});

/** A system on which only these tools exist; the user exists, or comes to exist when a tool ran. */
function systemWith({ exists, tools }: { exists: boolean; tools: string[] }) {
  const ran: string[] = [];
  let known = exists;
  const run = (file: string, args: string[]) => {
    if (file === 'id') return known ? { '-u': '101', '-g': '104' }[args[0]!]! : null;
    if (!tools.includes(file)) return null;
    ran.push(file);
    known = true;
    return '';
  };
  return { run, ran };
}

it('is ourselves when we are not root', () => {
  const { run } = systemWith({ exists: true, tools: [] });
  expect(accountFor(none, { uid: 1000, run })).toBeUndefined();
});

it('is the system user postgres for root', () => {
  const { run, ran } = systemWith({ exists: true, tools: ['useradd'] });
  expect(accountFor(none, { uid: 0, run })).toEqual({ uid: 101, gid: 104 });
  expect(ran).toEqual([]);
});

it.each(['useradd', 'adduser'])('is created with %s when it is missing', (tool) => {
  const { run, ran } = systemWith({ exists: false, tools: [tool] });
  expect(accountFor(none, { uid: 0, run })).toEqual({ uid: 101, gid: 104 });
  expect(ran).toEqual([tool]);
});

it('is a clear error when it can be neither found nor created', () => {
  const { run } = systemWith({ exists: false, tools: [] });
  expect(() => accountFor(none, { uid: 0, run })).toThrow(/"postgres" .* DATABASE_URL/);
});

it.runIf(isRoot)('is the owner of a cluster that an ordinary user made', () => {
  const { run } = systemWith({ exists: true, tools: [] });
  expect(accountFor(scratch.dir({ uid: 12345, gid: 54321 }), { uid: 0, run })).toEqual({
    uid: 12345,
    gid: 54321,
  });
  const ofRoot = join(scratch.dir(), 'postgres');
  mkdirSync(ofRoot);
  expect(accountFor(ofRoot, { uid: 0, run })).toEqual({ uid: 101, gid: 104 });
});
