import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canReach } from '../db/embedded/run-as.ts';
import { checkoutRoot } from '../platform/package-root.ts';

/** Whom the program is started as: ourselves, and when we are root an ordinary user as well. */
export interface Starter {
  name: string;
  account: Account | undefined;
  /** The Node that runs it; ours unless given. */
  node?: string;
}

const nobody: Account = { uid: 65534, gid: 65534 };

export const STARTERS: Starter[] =
  process.getuid?.() === 0
    ? [
        { name: 'root', account: undefined },
        { name: 'an ordinary user', account: nobody },
      ]
    : [{ name: 'an ordinary user', account: undefined }];

let reachable: string | undefined;

/** The checkout; a copy of it when it lies where an ordinary user cannot go. */
function checkoutFor(account: Account | undefined): string {
  if (!account || canReach(checkoutRoot, account)) return checkoutRoot;
  if (!reachable) {
    const copy = mkdtempSync(join(tmpdir(), 'trailmark-checkout-'));
    chmodSync(copy, 0o755);
    cpSync(checkoutRoot, copy, {
      recursive: true,
      filter: (path) => !/\/(\.git|\.trailmark|\.cache)$/.test(path),
    });
    process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
    reachable = copy;
  }
  return reachable;
}

/** A data directory that the starter owns. */
export function makeDataDir({ account }: Starter): string {
  const dir = mkdtempSync(join(tmpdir(), 'trailmark-start-'));
  chmodSync(dir, 0o755);
  if (account) chownSync(dir, account.uid, account.gid);
  return join(dir, 'data');
}

export interface Program {
  process: ChildProcess;
  output(): string;
  /** Waits until the output matches; fails when the program ends first. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Runs what `npm start` runs, with nothing but the given environment. */
export function startProgram(starter: Starter, env: Record<string, string>, args: string[] = []): Program {
  const child = spawn(
    starter.node ?? process.execPath,
    [join(checkoutFor(starter.account), 'scripts/start.mjs'), ...args],
    {
      ...starter.account,
      cwd: '/',
      env: { PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', PRIVATE_RELAY_URL: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
      for (const listener of listeners) listener();
    });
  });
  const until = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
        else if (child.exitCode === null && child.signalCode === null) return;
        else reject(new Error(`The program ended before ${pattern}:\n${output}`));
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  return { process: child, output: () => output, until, ended };
}
