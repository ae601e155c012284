import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { lookUpProcess } from '../../db/embedded/look-up-process.ts';
import { readPostmasterFile } from '../../db/embedded/orphan.ts';
import { type Account, canReach } from '../../db/embedded/run-as.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/start.ts';

export type Child = { process: ChildProcess; lines: string[]; next(): Promise<string | undefined> };

const here = dirname(fileURLToPath(import.meta.url));
export const isRoot = process.getuid?.() === 0;

/** An ordinary user to become when the tests run as root, as far as that user can reach Node and this checkout. */
export const ordinaryUser = findOrdinaryUser();

function findOrdinaryUser(): Account | null {
  const nobody = { uid: 65534, gid: 65534 };
  const reachable = isRoot && [here, process.execPath].every((path) => canReach(path, nobody));
  return reachable ? nobody : null;
}

/** What one test file makes, and its removal. */
export function makeScratch() {
  const dirs: string[] = [];
  const pids = new Set<number>();
  const running: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];

  function dir(owner?: Account): string {
    const made = mkdtempSync(join(tmpdir(), 'trailmark-test-'));
    chmodSync(made, 0o711);
    if (owner) chownSync(made, owner.uid, owner.gid);
    dirs.push(made);
    return made;
  }

  async function start(
    dataDir: string,
    progress: (line: string) => void = () => {},
  ): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, progress, fast: true });
    running.push(postgres);
    notePid(dataDir);
    return postgres;
  }

  function notePid(dataDir: string): number {
    const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid;
    if (pid === undefined) throw new Error(`No PostgreSQL runs in ${dataDir}.`);
    pids.add(pid);
    return pid;
  }

  /** Reads what a child says until it says this; a PostgreSQL it speaks of is cleaned up at the end. */
  async function hear(from: Child, key: string): Promise<Record<string, unknown>> {
    for (;;) {
      const line = await from.next();
      if (line === undefined) throw new Error(`The child ended without "${key}": ${from.lines.join(' ')}`);
      const message = JSON.parse(line) as Record<string, unknown>;
      if (typeof message.pid === 'number') pids.add(message.pid);
      if (key in message) return message;
    }
  }

  function child(script: string, args: string[], account?: Account): Child {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const started = spawn(process.execPath, ['--import', tsx, join(here, script), ...args], {
      ...account,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, TSX_DISABLE_CACHE: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(started);
    return { process: started, ...readLines(started) };
  }

  /** Ends what still runs; gives the PostgreSQL processes that outlived even that. */
  async function clean(): Promise<number[]> {
    for (const postgres of running) await postgres.stop();
    for (const started of children) if (isLiving(started)) started.kill('SIGKILL');
    const left = [...pids].filter((pid) => lookUpProcess(pid).state === 'alive');
    for (const pid of left) process.kill(pid, 'SIGQUIT');
    for (const made of dirs) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    return left;
  }

  return { dir, start, notePid, child, hear, clean };
}

function isLiving(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function readLines(child: ChildProcess) {
  const lines: string[] = [];
  if (!child.stdout) throw new Error('The child has no output to read.');
  const reader = createInterface({ input: child.stdout });
  const iterator = reader[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await iterator.next();
    if (done) return undefined;
    lines.push(value);
    return value;
  };
  return { lines, next };
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
