import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Connection, connect } from '../db/connection.ts';
import { databaseUrl } from '../db/embedded/database.ts';
import type { Program } from './program.ts';
import { until } from './until.ts';

/** What is killed, and when, is the same for the same seed. */
export const FAULT_SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/** A PostgreSQL that dies again and again within a minute is given up in the end: that is tested elsewhere. */
export const DEATHS_IN_A_ROW = 4;

/** https://en.wikipedia.org/wiki/Xorshift */
export function randomFrom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const pidFileOf = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid');

/** PostgreSQL of a data directory, as its own file describes it. */
function postmasterOf(dataDir: string) {
  return readPidFile(readFileSync(pidFileOf(dataDir), 'utf8'));
}

function readPidFile(text: string) {
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

export function embeddedUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return databaseUrl({ port: postmasterOf(dataDir).port, password });
}

export function openEmbedded(dataDir: string): Connection {
  return connect(embeddedUrl(dataDir), { onIdleError: () => {}, max: 2 });
}

/** Trailmark lives on and starts its PostgreSQL again. */
export async function killPostgres(dataDir: string, program: Program | null): Promise<void> {
  const { pid } = postmasterOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(async () => {
    if (program?.process.exitCode !== null) throw new Error(`Trailmark ended:\n${program?.output()}`);
    // It is deleted and written again meanwhile.
    const text = await readFile(pidFileOf(dataDir), 'utf8').catch(() => '');
    const now = readPidFile(text);
    return now.isReady && now.pid !== pid;
  });
}
