import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, connect } from '../db/connection.ts';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import {
  closeTemplate,
  layOutTemplate,
  nodeUrls,
  onEachNode,
  withDatabase,
} from './cluster/cluster-postgres.ts';
import { TEMPLATE } from './database.ts';
import { startSystemPostgres } from './system-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The same, and those of the other nodes where it is a cluster. */
    nodeUrls: string[];
  }
}

let end = async () => {};

async function startOwn() {
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
  const admin = connect(postgres.url, { onIdleError: () => {}, max: 1 });
  await makeSignInCheap(admin, postgres.url);
  await admin.close();
  return [postgres.url];
}

/** One PostgreSQL for the whole run, or a cluster, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const cluster = process.env.TEST_POSTGRES === 'cluster' ? process.env.CLUSTER_URL : undefined;
  const nodes = cluster ? await nodeUrls(cluster) : await startOwn();
  const url = nodes[0] as string;
  await onEachNode(nodes, 'postgres', `drop database if exists ${TEMPLATE} with (force)`);
  await onEachNode(nodes, 'postgres', `create database ${TEMPLATE}`);
  const template = connect(withDatabase(url, TEMPLATE), { onIdleError: () => {} });
  await migrate(template.pool, () => {});
  if (cluster) await layOutTemplate(template.pool, nodes, TEMPLATE);
  await template.close();
  if (cluster) await onEachNode(nodes, 'postgres', closeTemplate(TEMPLATE));
  project.provide('postgresUrl', url);
  project.provide('nodeUrls', nodes);
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
