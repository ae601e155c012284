import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { until } from '../../testing/until.ts';
import { PartlyStored } from './record-touches.ts';
import { openSpool } from './spool.ts';
import { beginWriting, endWriting, listReady, openName } from './spool-files.ts';
import { createSpoolWriter } from './spool-writer.ts';
import type { Touch } from './touch.ts';

const log = createLog('silent');
let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'trailmark-spool-')), 'spool');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

const touch = (id: string) => ({ kind: 'click', row: { id } }) as unknown as Touch;
const idsIn = (touches: Touch[]) => touches.map(({ row }) => row.id);

/** A database that can be switched off. */
function fakeDatabase() {
  const stored: string[] = [];
  const state = { isAway: false };
  const write = async (touches: Touch[]) => {
    if (state.isAway) throw new Error('away');
    if (idsIn(touches).includes('bad')) throw Object.assign(new Error('check'), { code: '23514' });
    stored.push(...idsIn(touches));
  };
  return { stored, state, write };
}

describe('the spool', () => {
  test('has a touch on disk before it says so, and keeps it until the database has it', async () => {
    const database = fakeDatabase();
    database.state.isAway = true;
    const spool = openSpool({ dir, log, write: database.write });
    await Promise.all(['a', 'b', 'c'].map((id) => spool.add(touch(id))));
    const text = readdirSync(dir)
      .map((name) => readFileSync(join(dir, name), 'utf8'))
      .join('');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row.id),
    ).toEqual(['a', 'b', 'c']);
    await expect(spool.replay()).rejects.toThrow('away');
    await spool.add(touch('d'));
    await expect(spool.replay()).rejects.toThrow('away');
    database.state.isAway = false;
    await spool.replay();
    expect([...database.stored].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(readdirSync(dir)).toEqual([]);
    await spool.stop();
  });

  test('loses nothing that is added while it brings back', async () => {
    const database = fakeDatabase();
    const spool = openSpool({ dir, log, write: database.write });
    const ids = Array.from({ length: 400 }, (_, n) => `t${n}`);
    await Promise.all(
      ids.flatMap((id, n) => (n % 20 ? [spool.add(touch(id))] : [spool.add(touch(id)), spool.replay()])),
    );
    await spool.stop();
    expect([...database.stored].sort()).toEqual([...ids].sort());
    expect(readdirSync(dir)).toEqual([]);
  });

  test('of one process loses nothing to another one of it in the same directory', async () => {
    const database = fakeDatabase();
    const spools = [1, 2].map(() => openSpool({ dir, log, write: database.write }));
    const ids = Array.from({ length: 600 }, (_, n) => `t${n}`);
    for (const [n, id] of ids.entries()) {
      const [one, other] = n % 2 ? spools : spools.toReversed();
      // What one has taken up the other does not find any more.
      const replayed = other?.replay().catch(() => {});
      await one?.add(touch(id));
      await replayed;
    }
    for (const spool of spools) await spool.stop();
    expect([...new Set(database.stored)].sort()).toEqual([...ids].sort());
    expect(readdirSync(dir)).toEqual([]);
  });

  test('sets aside what the database refuses for its own sake, and brings back the rest', async () => {
    const database = fakeDatabase();
    database.state.isAway = true;
    const spool = openSpool({ dir, log, write: database.write });
    for (const id of ['a', 'bad', 'b', 'c']) await spool.add(touch(id));
    database.state.isAway = false;
    await spool.stop();
    expect(database.stored).toEqual(['a', 'b', 'c']);
    expect(readdirSync(join(dir, 'refused'))).toEqual(['bad.json']);
    expect(JSON.parse(readFileSync(join(dir, 'refused/bad.json'), 'utf8'))).toEqual(touch('bad'));
  });

  test('what the last process left is brought back at the start, but for the line that it died in', async () => {
    const first = openSpool({ dir, log, write: () => Promise.reject(new Error('away')) });
    await first.add(touch('a'));
    await first.stop();
    const [name] = readdirSync(dir);
    writeFileSync(join(dir, name!), '{"kind":"click","row":{"id', { flag: 'a' });
    const database = fakeDatabase();
    const second = openSpool({ dir, log, write: database.write });
    await second.replay();
    expect(database.stored).toEqual(['a']);
    await second.stop();
  });
});

describe('while a node of a cluster is lost', () => {
  const isStruck = ({ row }: Touch) => row.id.startsWith('struck');
  /** A database whose node for some touches can be lost. */
  function fakeCluster() {
    const stored: string[] = [];
    const state = { isLost: true };
    const write = async (touches: Touch[]) => {
      const struck = state.isLost ? touches.filter(isStruck) : [];
      stored.push(...idsIn(touches.filter((one) => !struck.includes(one))));
      if (struck.length > 0) throw new PartlyStored(new Set(idsIn(struck)), new Error('away'));
    };
    return { stored, state, write };
  }
  const onDisk = () =>
    readdirSync(dir)
      .flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line).row.id)
      .sort();

  test('its touches hold up no others, in whichever file they are, and each is written once', async () => {
    const cluster = fakeCluster();
    const writer = createSpoolWriter(dir);
    for (const id of ['struck-1', 'a', 'b']) await writer.append(JSON.stringify(touch(id)));
    await writer.rotate();
    for (const id of ['c', 'struck-2']) await writer.append(JSON.stringify(touch(id)));
    await writer.rotate();
    const spool = openSpool({ dir, log, write: cluster.write });
    await spool.add(touch('struck-3'));
    await spool.add(touch('d'));
    await expect(spool.replay()).rejects.toThrow();
    expect([...cluster.stored].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(onDisk()).toEqual(['struck-1', 'struck-2', 'struck-3']);
    await spool.add(touch('e'));
    await until(() => cluster.stored.includes('e'));

    cluster.state.isLost = false;
    // One may have begun before.
    await spool.replay().catch(() => spool.replay());
    expect([...cluster.stored].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'struck-1', 'struck-2', 'struck-3']);
    expect(readdirSync(dir)).toEqual([]);
    await spool.stop();
  });
});

test('a writer whose file was taken over goes on with another one', async () => {
  const writer = createSpoolWriter(dir);
  await writer.append('a');
  const [first = ''] = readdirSync(dir);
  // As another process does that has not seen it grow for long.
  renameSync(join(dir, first), join(dir, 'taken.full'));
  await writer.rotate();
  await writer.append('b');
  const [next = ''] = readdirSync(dir).filter((name) => name.endsWith('.open'));
  expect(readFileSync(join(dir, 'taken.full'), 'utf8')).toBe('a\n');
  expect(readFileSync(join(dir, next), 'utf8')).toBe('b\n');
  await writer.rotate();
});

describe('a spool file', () => {
  const names = () => listReady(dir).map((path) => path.split('/').at(-1));
  const put = (name: string, ageMinutes = 0) => {
    const path = join(dir, name);
    writeFileSync(path, '');
    const at = new Date(Date.now() - ageMinutes * 60_000);
    utimesSync(path, at, at);
  };
  beforeEach(async () => {
    await openSpool({ dir, log, write: async () => {} }).stop();
  });
  const ourHost = openName('0').split('~')[0];

  test('that is closed is anybody’s, oldest first; other files are nobody’s', () => {
    put('h~1~aa.full', 1);
    put('h~1~bb.full', 2);
    put('notes.txt');
    expect(names()).toEqual(['h~1~bb.full', 'h~1~aa.full']);
  });

  test('is left to its writer while that may live', () => {
    put(`${ourHost}~${process.ppid}~aa.open`);
    put('another-host~1~bb.open', 9);
    const own = join(dir, openName('cc'));
    put(openName('cc'));
    beginWriting(own);
    expect(names()).toEqual([]);
    endWriting(own);
    expect(names()).toEqual([openName('cc').replace('open', 'full')]);
  });

  test('whose writer is gone is taken over', () => {
    put(`${ourHost}~999999999~aa.open`, 3);
    put('another-host~1~bb.open', 11);
    put(openName('cc'), 1);
    expect(names()).toEqual([
      'another-host~1~bb.full',
      `${ourHost}~999999999~aa.full`,
      openName('cc').replace('open', 'full'),
    ]);
  });
});
