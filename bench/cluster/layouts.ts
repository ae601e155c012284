import type pg from 'pg';
import { applyLayout } from '../../apps/server/src/cluster/apply-layout.ts';
import { connect } from '../../apps/server/src/db/connection.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import {
  nodeUrls,
  onEachNode,
  withDatabase,
} from '../../apps/server/src/testing/cluster/cluster-postgres.ts';

/** A database that events are sent to, and the servers that it lies on. */
export interface Layout {
  name: 'one PostgreSQL' | 'cluster';
  url: string;
  /** Process ids of the servers; the coordinator first. */
  servers: number[];
  drop(): Promise<void>;
}

const DATABASE = 'trailmark_bench';

async function withPool<Result>(url: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const { pool, close } = connect(url, { onIdleError: () => {}, max: 2 });
  return await use(pool).finally(close);
}

async function serverAt(url: string): Promise<number> {
  return await withPool(url, async (pool) => {
    const { rows } = await pool.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
    return Number.parseInt(rows[0]?.file ?? '', 10);
  });
}

/**
 * A new database of the coordinator, which Citus knows nothing of, or one of all nodes. Both have the same PostgreSQL with the
 * same settings under them.
 */
export async function makeLayout(clusterUrl: string, name: Layout['name'], shards: number): Promise<Layout> {
  const all = await nodeUrls(clusterUrl);
  const urls = name === 'cluster' ? all : all.slice(0, 1);
  const maintenance = new URL(clusterUrl).pathname.slice(1);
  const drop = () => onEachNode(urls, maintenance, `drop database if exists ${DATABASE} with (force)`);
  await drop();
  await onEachNode(urls, maintenance, `create database ${DATABASE}`);
  const url = withDatabase(clusterUrl, DATABASE);
  await withPool(url, (pool) => migrate(pool, () => {}));
  if (name === 'cluster') {
    await onEachNode(urls, DATABASE, 'create extension citus');
    const [coordinator = '', ...nodes] = urls.map((one) => new URL(one).host);
    await withPool(url, (pool) =>
      applyLayout(pool, { shards, nodes, coordinator, now: new Date() }, () => {}),
    );
  }
  return { name, url, servers: await Promise.all(urls.map(serverAt)), drop };
}

/** Waits for the worker: what is left to fold is part of the cost of an event. */
export async function untilFolded(url: string): Promise<void> {
  await withPool(url, async (pool) => {
    const isAnyLeft = async () =>
      (await pool.query('select from rollup_delta_groups limit 1')).rows.length > 0;
    while (await isAnyLeft()) await new Promise((resolve) => setTimeout(resolve, 1000));
  });
}
