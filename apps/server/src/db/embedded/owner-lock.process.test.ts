import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch } from '../../testing/embedded/scratch.ts';
import { lookUpProcess } from './look-up-process.ts';
import { takeOwnerLock } from './owner-lock.ts';

const scratch = makeScratch();
const sleeper = spawn('sleep', ['600'], { stdio: 'ignore' });

afterAll(async () => {
  sleeper.kill('SIGKILL');
  await scratch.clean();
});

function startedAt(pid: number): string {
  const info = lookUpProcess(pid);
  return info.state === 'alive' ? info.startedAt! : '';
}

function dirWithLock(content: string): string {
  const dataDir = scratch.dir();
  writeFileSync(join(dataDir, 'server.pid'), content);
  return dataDir;
}

async function deadPid(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid!;
}

describe('the owner lock', () => {
  it('holds our pid and start time, and goes when released', () => {
    const dataDir = scratch.dir();
    const lock = takeOwnerLock(dataDir);
    expect(readFileSync(join(dataDir, 'server.pid'), 'utf8')).toBe(
      `${process.pid}\n${startedAt(process.pid)}\n`,
    );
    expect(readdirSync(dataDir)).toEqual(['server.pid']);
    expect(() => takeOwnerLock(dataDir)).toThrow('Another Trailmark');
    lock.release();
    lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
    takeOwnerLock(dataDir).release();
  });

  it('is refused while its holder lives', () => {
    const content = `${sleeper.pid}\n${startedAt(sleeper.pid!)}\n`;
    const dataDir = dirWithLock(content);
    expect(() => takeOwnerLock(dataDir)).toThrow(
      new RegExp(`Another Trailmark \\(pid ${sleeper.pid}\\) already runs on this DATA_DIR .* DATABASE_URL`),
    );
    expect(readFileSync(join(dataDir, 'server.pid'), 'utf8')).toBe(content);
  });

  it('does not take away, on release, a lock that has become another one', () => {
    const dataDir = scratch.dir();
    const lock = takeOwnerLock(dataDir);
    writeFileSync(join(dataDir, 'server.pid'), 'someone else');
    lock.release();
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(true);
  });

  const stale: [string, () => string | Promise<string>][] = [
    ['a process that ended', async () => `${await deadPid()}\n1\n`],
    ['a pid that another program has now', () => `${sleeper.pid}\nbefore/1\n`],
    ['our own pid in an earlier life', () => `${process.pid}\nbefore/1\n`],
    ['nothing, because the machine crashed', () => ''],
    ['garbage', () => 'x\ny\n'],
  ];
  it.each(stale)('is taken over from %s', async (_name, content) => {
    const dataDir = dirWithLock(await content());
    takeOwnerLock(dataDir).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is taken over also when an earlier take-over was cut short', async () => {
    const left = `${await deadPid()}\n1\n`;
    const dataDir = dirWithLock(left);
    writeFileSync(join(dataDir, 'server.pid.takeover'), left);
    takeOwnerLock(dataDir).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('goes to exactly one of several that find it stale at the same time', { timeout: 60_000 }, async () => {
    const dataDir = scratch.dir();
    const stalePid = await deadPid();
    const rivals = Array.from({ length: 3 }, () => scratch.child('lock-child.ts', [dataDir]));
    const ask = (line: string) => {
      for (const rival of rivals) rival.process.stdin?.write(`${line}\n`);
      return Promise.all(rivals.map((rival) => rival.next()));
    };
    expect(await Promise.all(rivals.map((rival) => rival.next()))).toEqual(['waiting', 'waiting', 'waiting']);
    for (let round = 0; round < 200; round++) {
      writeFileSync(join(dataDir, 'server.pid'), `${stalePid}\n${round}\n`);
      expect((await ask(String(Date.now() + 5))).sort()).toEqual(['refused', 'refused', 'won']);
      await ask('release');
      expect(readdirSync(dataDir)).toEqual([]);
    }
    for (const rival of rivals) {
      rival.process.stdin?.end();
      await once(rival.process, 'exit');
    }
  });
});
