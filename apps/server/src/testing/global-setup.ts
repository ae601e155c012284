import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, connect } from '../db/connection.ts';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { TEMPLATE } from './database.ts';
import { startSystemPostgres } from './system-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

let end = async () => {};

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trailmark-test-'));
  chmodSync(dataDir, 0o755);
  const postgres =
    process.env.TEST_POSTGRES === 'system'
      ? await startSystemPostgres()
      : await startEmbeddedPostgres({ dataDir, progress: () => {}, fast: true });
  end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const { url } = postgres;
  const admin = connect(url, { onIdleError: () => {}, max: 1 });
  await makeSignInCheap(admin, url);
  await admin.pool.query(`drop database if exists ${TEMPLATE}`);
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = connect(url.replace(/\/[^/]*$/, `/${TEMPLATE}`), { onIdleError: () => {} });
  await migrate(template.pool, () => {});
  await template.close();
  project.provide('postgresUrl', url);
}

/** Every test server opens a dozen connections, and each works out 4096 rounds of a hash on both sides otherwise. */
async function makeSignInCheap({ pool }: Connection, url: string): Promise<void> {
  const { username, password } = new URL(url);
  // PostgreSQL 15 of the system asks for no password, and has no such setting.
  if (!password) return;
  await pool.query('set scram_iterations = 1');
  await pool.query(`alter role ${username} password '${password}'`);
}

export async function teardown(): Promise<void> {
  await end();
}
