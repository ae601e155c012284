import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Connection, connect } from '../apps/server/src/db/connection.ts';
import { databaseUrl } from '../apps/server/src/db/embedded/database.ts';
import { createSecrets, type Secrets } from '../apps/server/src/platform/secrets.ts';

export const root = join(import.meta.dirname, '..');
export const cacheDir = join(root, '.cache/bench');

/** The product as `npm start` runs it, on data of its own. */
export interface Product {
  port: number;
  pid: number;
  postgresPid: number;
  connection: Connection;
  /** What clicks are signed with. */
  clickKey: Buffer;
  secrets: Secrets;
  /** Clicks that wait on local disk, in files. */
  spooled(): number;
  /** The secret in the sign-in link that was printed. */
  signInToken(): Promise<string>;
  stop(): Promise<void>;
}

const READY = /ready at http:\/\/127\.0\.0\.1:(\d+)/;
const ENV = {
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  PRIVATE_RELAY_URL: 'off',
  // The client sends visitors' addresses as a proxy would.
  TRUST_PROXY: '1',
};

interface ProductOptions {
  /** Writes a CPU profile of the server. */
  profile: boolean;
  /** A directory that is kept, with the data of an earlier run if it has any; without it, a new one is deleted at the end. */
  keepIn?: string | undefined;
  /** How far the clock of the product is ahead. */
  daysAhead?: number | undefined;
  env?: Record<string, string>;
}

/** The flags that `npm start` runs Node with. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

function startServer(dataDir: string, { profile, daysAhead = 0, env = {} }: ProductOptions) {
  mkdirSync(cacheDir, { recursive: true });
  const flags = [
    ...startFlags(),
    ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${cacheDir}`] : []),
    ...(daysAhead > 0 ? ['--import', pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href] : []),
  ];
  const child = spawn(process.execPath, [...flags, join(root, 'scripts/start.mjs')], {
    cwd: '/',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, CLOCK_DAYS_AHEAD: String(daysAhead), ...ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      const port = READY.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`The product did not start:\n${output}`)));
  });
  return { child, ready, ended, output: () => output };
}

/** It is printed a moment after the product is ready. */
async function tokenIn(output: () => string): Promise<string> {
  for (;;) {
    const token = /#token=([\w-]+)/.exec(output())?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const filesIn = (dir: string) => {
  try {
    return readdirSync(dir).length;
  } catch {
    return 0;
  }
};

export async function startProduct(options: ProductOptions): Promise<Product> {
  const { keepIn } = options;
  if (keepIn) mkdirSync(keepIn, { recursive: true });
  const dir = keepIn ?? mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  // PostgreSQL may have to run as another user.
  chmodSync(dir, 0o755);
  const dataDir = join(dir, 'data');
  const { child, ready, ended, output } = startServer(dataDir, options);
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
    if (!keepIn) rmSync(dir, { recursive: true, force: true });
  };
  try {
    const port = await ready;
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
    const connection = connect(databaseUrl({ port: Number(lines[3]), password }), {
      onIdleError: () => {},
      max: 4,
    });
    const secrets = createSecrets(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim());
    return {
      port,
      connection,
      pid: child.pid ?? 0,
      postgresPid: Number(lines[0]),
      secrets,
      clickKey: secrets.macKey('clicks'),
      signInToken: () => tokenIn(output),
      spooled: () => filesIn(join(dataDir, 'edge/spool')),
      stop: async () => {
        await connection.close();
        await end();
        if (/"level":(50|60)/.test(output())) process.stdout.write(`The product's log:\n${output()}\n`);
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
