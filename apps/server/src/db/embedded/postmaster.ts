import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { readPostmasterFile } from './orphan.ts';
import { type Account, endWithThisProcess, runTool, toolEnv } from './run-as.ts';

export type LaunchRequest = {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  port: number;
  settings: Record<string, string>;
  progress: (line: string) => void;
};

export type Postmaster = { stop(): Promise<void>; died: Promise<{ reason: string }> };

export type Launched =
  | { outcome: 'ready'; postmaster: Postmaster }
  | { outcome: 'port-taken' | 'still-locked' | 'failed'; error: Error };

/** Starts PostgreSQL and waits until it accepts connections, however long a recovery takes. */
export async function launchPostmaster(request: LaunchRequest): Promise<Launched> {
  const { binaries, cluster, account, port, settings } = request;
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A session of its own: Ctrl-C in the terminal reaches Trailmark alone, which stops PostgreSQL in order.
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...account,
    cwd: cluster,
    env: toolEnv(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithThisProcess(child, (pid) => process.kill(pid, 'SIGINT'));
  const tail = keepTail(child.stderr);
  const ended = whenEnded(child);
  const end = await Promise.race([ended, untilReady(child, request)]);
  if (end !== 'ready') return judgeFailure(end, tail());
  return { outcome: 'ready', postmaster: supervise({ child, ended, tail, request }) };
}

/** Resolves with how it ended, after its last words were read. */
async function whenEnded(child: ChildProcess): Promise<string> {
  const closed = new Promise((resolve) => child.on('close', resolve));
  const how = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  // Its own children may hold the stream open for longer than it lived.
  await Promise.race([closed, sleep(500)]);
  return how;
}

async function untilReady(child: ChildProcess, { cluster, progress }: LaunchRequest): Promise<'ready'> {
  for (let looks = 1; !hasEnded(child); looks++) {
    const file = readPostmasterFile(cluster);
    if (file?.ready && file.pid === child.pid) return 'ready';
    if (looks % 200 === 0)
      progress('Still waiting for PostgreSQL; after an unclean stop it first replays its log…');
    await sleep(50);
  }
  return new Promise(() => {});
}

function judgeFailure(how: string, tail: string[]): Launched {
  const text = tail.join('\n');
  const error = new Error(`PostgreSQL did not start (${how}).\n${text}`);
  if (/could not bind|could not create any TCP\/IP sockets/.test(text))
    return { outcome: 'port-taken', error };
  if (/lock file "postmaster\.pid"|pre-existing shared memory block/.test(text)) {
    return { outcome: 'still-locked', error };
  }
  return { outcome: 'failed', error };
}

type Supervised = {
  child: ChildProcess;
  ended: Promise<string>;
  tail: () => string[];
  request: LaunchRequest;
};

function supervise({ child, ended, tail, request }: Supervised): Postmaster {
  let stopping: Promise<void> | undefined;
  const died = new Promise<{ reason: string }>((resolve) => {
    void ended.then((how) => {
      if (!stopping)
        resolve({ reason: `PostgreSQL ended by itself (${how}).\n${withoutData(tail()).join('\n')}` });
    });
  });
  const stop = () => {
    stopping ??= stopChild(child, request);
    return stopping;
  };
  return { stop, died };
}

/** What PostgreSQL says about itself; the other lines quote statements and rows. */
function withoutData(lines: string[]): string[] {
  return lines.filter((line) => /\b(LOG|FATAL|PANIC): /.test(line)).slice(-10);
}

async function stopChild(child: ChildProcess, { binaries, cluster, account }: LaunchRequest): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  if (process.platform === 'win32') {
    // Signals end a process at once there; pg_ctl knows PostgreSQL's own way.
    await runTool(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '6'], {
      account,
      cwd: cluster,
    });
  } else child.kill('SIGINT');
  if (await within(exited, 6_000)) return;
  child.kill('SIGQUIT');
  if (await within(exited, 2_000)) return;
  child.kill('SIGKILL');
  await exited;
}

async function within(event: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const late = sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false);
  const inTime = await Promise.race([event.then(() => true), late]);
  timeout.abort();
  return inTime;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Reads a stream to its end and remembers its last lines. */
export function keepTail(stream: Readable, limit = 50): () => string[] {
  const lines: string[] = [];
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    // A line without end must not grow without bound.
    rest = (parts.pop() ?? '').slice(-10_000);
    lines.push(...parts);
    lines.splice(0, lines.length - limit);
  });
  // The other end is gone with PostgreSQL; its exit is what gets reported.
  stream.on('error', () => {});
  return () => (rest ? [...lines, rest] : [...lines]);
}

/** A port that was free a moment ago: another process may take it before it is used. */
export function pickFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port was found.'));
        else resolve(address.port);
      });
    });
  });
}
