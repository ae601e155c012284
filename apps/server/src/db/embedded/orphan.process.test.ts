import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { makeScratch } from '../../testing/embedded/scratch.ts';
import { lookUpProcess, type ProcessInfo } from './look-up-process.ts';
import { clearOrphan } from './orphan.ts';

const scratch = makeScratch();
const binaries = { initdb: '/bin/false', pgCtl: '/bin/false', postgres: '/bin/false', major: '18' };

afterAll(async () => {
  await scratch.clean();
});

function clusterWithPid(pid: number | string) {
  const cluster = scratch.dir();
  const pidFile = join(cluster, 'postmaster.pid');
  writeFileSync(pidFile, `${pid}\n${cluster}\n`);
  const lines: string[] = [];
  const progress = (line: string) => lines.push(line);
  const request = { cluster, binaries, account: undefined, progress, patienceMs: 300 };
  return { cluster, pidFile, lines, request };
}

const alive = (more: Partial<Extract<ProcessInfo, { state: 'alive' }>>): ProcessInfo => ({
  state: 'alive',
  ofAnotherUser: false,
  ...more,
});

it('leaves the file of a dead PostgreSQL to PostgreSQL, which checks shared memory first', async () => {
  const { request, pidFile } = clusterWithPid(4_000_000);
  await clearOrphan(request);
  expect(existsSync(pidFile)).toBe(true);
});

const innocent: [string, ProcessInfo][] = [
  ['another program', alive({ name: 'nginx', command: 'nginx', cwd: '/' })],
  ["another user's process", alive({ ofAnotherUser: true })],
  [
    'the PostgreSQL of another cluster',
    alive({ name: 'postgres', command: 'postgres -D /srv', cwd: '/srv' }),
  ],
  ['such a one whose working directory is unknown', alive({ name: 'postgres', command: 'postgres -D /srv' })],
];
it.each(innocent)('removes a stale file that names %s, and stops nothing', async (_name, info) => {
  const { request, pidFile, lines } = clusterWithPid(77);
  await clearOrphan({ ...request, lookUp: () => info });
  expect(existsSync(pidFile)).toBe(false);
  expect(lines).toEqual([]);
});

it('outwaits a zombie that nobody collects', async () => {
  const script = 'cat <&3 & echo $!; exec sleep 600';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  const [text] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
  const zombie = Number(text.toString());
  // A shell would collect its child: it ends once there is none any more.
  const command = () => (lookUpProcess(parent.pid ?? 0) as { command?: string }).command;
  await expect.poll(command).toMatch(/^(?:\S*\/)?sleep 600$/);
  (parent.stdio[3] as Writable).end();
  await expect.poll(() => lookUpProcess(zombie).state).toBe('zombie');
  const { request, pidFile } = clusterWithPid(zombie);
  await clearOrphan(request);
  expect(existsSync(pidFile)).toBe(false);
  parent.kill('SIGKILL');
});

it('waits for a PostgreSQL that is just writing its file', async () => {
  const { request, pidFile, cluster } = clusterWithPid('');
  const cleared = clearOrphan({
    ...request,
    lookUp: () => alive({ name: 'cat', command: 'cat' }),
    patienceMs: 60_000,
  });
  writeFileSync(pidFile, `77\n${cluster}\n`);
  await cleared;
  expect(existsSync(pidFile)).toBe(false);
});

it('does not guess about a living process that it cannot inspect', async () => {
  const { request, pidFile } = clusterWithPid(77);
  await expect(clearOrphan({ ...request, lookUp: () => alive({}) })).rejects.toThrow('names process 77');
  expect(existsSync(pidFile)).toBe(true);
});

it('says so when the PostgreSQL left behind does not stop', { timeout: 30_000 }, async () => {
  const { request, cluster, lines } = clusterWithPid(77);
  const stubborn = alive({ name: 'postgres', command: 'postgres', cwd: realpathSync(cluster) });
  await expect(clearOrphan({ ...request, lookUp: () => stubborn })).rejects.toThrow('(pid 77) does not stop');
  expect(lines).toEqual(['Recovering: stopping a PostgreSQL left by an earlier run…']);
});
