import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickFreePort } from '../db/embedded/postmaster.ts';
import { accountFor, runTool } from '../db/embedded/run-as.ts';

/** The oldest PostgreSQL that we run on, from the system's packages. */
const BIN = process.env.POSTGRES_15_BIN ?? '/usr/lib/postgresql/15/bin';

async function untilReady(port: number, cwd: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { ok } = await runTool(join(BIN, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {
      account: undefined,
      cwd,
    });
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL 15 did not become ready.');
}

/** Starts a fresh PostgreSQL 15 of the system, as an operator would have one. */
export async function startSystemPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(join(BIN, 'postgres'))) throw new Error(`PostgreSQL 15 is not installed in ${BIN}.`);
  const dir = mkdtempSync(join(tmpdir(), 'trailmark-pg15-'));
  const data = join(dir, 'data');
  const account = accountFor(data);
  chmodSync(dir, 0o700);
  if (account) chownSync(dir, account.uid, account.gid);
  const made = await runTool(
    join(BIN, 'initdb'),
    ['-D', data, '-U', 'trailmark', '--auth=trust', '--no-sync'],
    {
      account,
      cwd: dir,
    },
  );
  if (!made.ok) throw new Error(made.output);
  const port = await pickFreePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${dir}`,
    'fsync=off',
    // As in the embedded one, and as docs/self-hosting.md advises: it takes longer than the questions it is for.
    'jit=off',
  ];
  const server = spawn(join(BIN, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...account,
    cwd: dir,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await untilReady(port, dir);
  return {
    url: `postgres://trailmark@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
