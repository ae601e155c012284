import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface StartedProduct {
  url: string;
  /** What it printed in its terminal so far. */
  output(): string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs the product as `npm start` does, with data of its own. */
export async function startProduct(env: Record<string, string>): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trailmark-e2e-'));
  chmodSync(dataDir, 0o755);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(dataDir, 'data'),
      PORT: new URL(url).port,
      METRICS_PORT: '0',
      // Nothing outside of this machine is asked for.
      PRIVATE_RELAY_URL: 'off',
      PUBLIC_URL: url,
      // Limits count by visitor: every test brings an address of its own.
      TRUST_PROXY: 'loopback',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C stops it')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`Trailmark did not start:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
