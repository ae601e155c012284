import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Child, makeScratch, ordinaryUser, query } from '../../testing/embedded/scratch.ts';
import { lookUpProcess } from './look-up-process.ts';
import { accountFor } from './run-as.ts';

const scratch = makeScratch();
const others: ChildProcess[] = [];

afterAll(async () => {
  for (const other of others) other.kill('SIGKILL');
  expect(await scratch.clean()).toEqual([]);
}, 30_000);

async function hearUrl(child: Child): Promise<{ url: string; pid: number }> {
  return (await scratch.hear(child, 'url')) as { url: string; pid: number };
}

async function kill(child: Child, signal: NodeJS.Signals): Promise<void> {
  child.process.kill(signal);
  await once(child.process, 'exit');
}

async function untilEnded(pid: number): Promise<void> {
  await vi.waitFor(() => expect(lookUpProcess(pid).state).not.toBe('alive'), {
    timeout: 20_000,
    interval: 50,
  });
}

describe('after the server was ended', { timeout: 120_000 }, () => {
  it('by kill -9, the next start stops the PostgreSQL left behind and has every row', async () => {
    const dataDir = scratch.dir();
    const owner = scratch.child('start-child.ts', [dataDir]);
    const { url, pid } = await hearUrl(owner);
    await query(url, 'create table kept as select generate_series(1, 1000) as n');
    await kill(owner, 'SIGKILL');
    expect(await query(url, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }]);

    const lines: string[] = [];
    const again = await scratch.start(dataDir, (line) => lines.push(line));
    expect(lines).toEqual(['Recovering: stopping a PostgreSQL left by an earlier run…']);
    expect(lookUpProcess(pid).state).not.toBe('alive');
    expect(await query(again.url, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }]);
    await again.stop();
  });

  it('by kill -9 while it was initialising, the next start begins again', async () => {
    const dataDir = scratch.dir();
    const owner = scratch.child('start-child.ts', [dataDir]);
    await scratch.hear(owner, 'line');
    await kill(owner, 'SIGKILL');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    const again = await scratch.start(dataDir);
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await again.stop();
  });

  it('by process.exit without a stop, PostgreSQL ends too', async () => {
    const dataDir = scratch.dir();
    const owner = scratch.child('start-child.ts', [dataDir, 'exit']);
    const exited = once(owner.process, 'exit');
    const { pid } = await hearUrl(owner);
    await exited;
    await untilEnded(pid);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
    const again = await scratch.start(dataDir);
    await again.stop();
  });
});

describe('while the server lives', { timeout: 120_000 }, () => {
  it('refuses another one, and Ctrl-C in its terminal does not reach PostgreSQL', async () => {
    const dataDir = scratch.dir();
    const owner = scratch.child('start-child.ts', [dataDir]);
    const { url, pid } = await hearUrl(owner);
    await expect(scratch.start(dataDir)).rejects.toThrow(
      new RegExp(`Another Trailmark \\(pid ${owner.process.pid}\\) already runs .* DATABASE_URL`),
    );

    process.kill(-owner.process.pid!, 'SIGINT');
    await scratch.hear(owner, 'interrupted');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);

    await kill(owner, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    await untilEnded(pid);
  });
});

describe('a pid file that survived a crash of the machine', { timeout: 120_000 }, () => {
  const dataDir = scratch.dir();
  const cluster = join(dataDir, 'postgres');
  const pidFile = join(cluster, 'postmaster.pid');
  beforeAll(async () => {
    const first = await scratch.start(dataDir);
    await query(first.url, 'create table kept as select 1 as n');
    await first.stop();
  }, 60_000);

  async function startsWithItsRow(): Promise<void> {
    const again = await scratch.start(dataDir);
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await again.stop();
  }

  it('and names a living program of the same user: that lives on, and PostgreSQL starts', async () => {
    const innocent = spawn('sleep', ['600'], { ...accountFor(cluster), cwd: '/', stdio: 'ignore' });
    others.push(innocent);
    writeFileSync(pidFile, `${innocent.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n`);
    await startsWithItsRow();
    expect(lookUpProcess(innocent.pid!).state).toBe('alive');
  });

  it('and is empty: PostgreSQL starts', async () => {
    writeFileSync(pidFile, '');
    await startsWithItsRow();
  });
});

describe.runIf(ordinaryUser)('an ordinary user', { timeout: 120_000 }, () => {
  const dataDir = scratch.dir(ordinaryUser!);

  it('starts, is killed, recovers and stops like root does', async () => {
    const owner = scratch.child('start-child.ts', [dataDir], ordinaryUser!);
    const { url, pid } = await hearUrl(owner);
    await query(url, 'create table kept as select 1 as n');
    await kill(owner, 'SIGKILL');

    const next = scratch.child('start-child.ts', [dataDir, 'stop'], ordinaryUser!);
    const exited = once(next.process, 'exit');
    expect((await scratch.hear(next, 'line')).line).toBe(
      'Recovering: stopping a PostgreSQL left by an earlier run…',
    );
    await hearUrl(next);
    expect(await exited).toEqual([0, null]);
    expect(lookUpProcess(pid).state).not.toBe('alive');
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('keeps the cluster when root starts it once', async () => {
    const asRoot = await scratch.start(dataDir);
    expect(await query(asRoot.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await asRoot.stop();
    const again = scratch.child('start-child.ts', [dataDir, 'stop'], ordinaryUser!);
    const exited = once(again.process, 'exit');
    await hearUrl(again);
    expect(await exited).toEqual([0, null]);
  });
});
