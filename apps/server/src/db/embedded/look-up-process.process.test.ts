import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { lookUpProcess } from './look-up-process.ts';

const sleeper = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/' });

afterAll(() => {
  sleeper.kill('SIGKILL');
});

// The way of macOS (ps) works on Linux as well.
describe.each([process.platform, 'darwin' as const])('looking up a process (%s)', (platform) => {
  it('knows a living one by name, command and start', async () => {
    await expect
      .poll(() => lookUpProcess(sleeper.pid!, platform))
      .toMatchObject({ state: 'alive', ofAnotherUser: false, name: 'sleep', command: 'sleep 600' });
    const [once, again] = [lookUpProcess(sleeper.pid!, platform), lookUpProcess(sleeper.pid!, platform)];
    expect(once).toEqual(again);
    expect(once).toHaveProperty('startedAt', expect.stringMatching(/\d/));
  });

  it('tells that a pid is free', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await once(child, 'exit');
    expect(lookUpProcess(child.pid!, platform)).toEqual({ state: 'gone' });
  });

  it.each([0, -1, Number.NaN])('asks nothing about %s, which would mean a whole group', (pid) => {
    expect(lookUpProcess(pid, platform)).toEqual({ state: 'gone' });
  });
});

it.runIf(process.platform === 'linux')('knows where a process is', () => {
  const other = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/tmp' });
  expect(lookUpProcess(other.pid!)).toMatchObject({ cwd: realpathSync('/tmp') });
  other.kill('SIGKILL');
});
