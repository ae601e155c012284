import type pg from 'pg';
import { applyLayout } from '../../cluster/apply-layout.ts';
import { connect } from '../../db/connection.ts';

/** Every node of the cluster that CLUSTER_URL leads to, by the address of each; the coordinator first. */
export async function nodeUrls(clusterUrl: string): Promise<string[]> {
  const { pool, close } = connect(clusterUrl, { onIdleError: () => {}, max: 1 });
  try {
    const { rows } = await pool.query<{ nodename: string; nodeport: number }>(
      'select nodename, nodeport from pg_dist_node where groupid > 0 order by nodeid',
    );
    const urls = rows.map(({ nodename, nodeport }) => {
      const url = new URL(clusterUrl);
      url.hostname = nodename;
      url.port = String(nodeport);
      return url.href;
    });
    return [clusterUrl, ...urls];
  } finally {
    await close();
  }
}

/** Runs a statement on each node in turn, in a database of it. */
export async function onEachNode(urls: string[], database: string, statement: string): Promise<void> {
  for (const url of urls) {
    const { pool, close } = connect(withDatabase(url, database), { onIdleError: () => {}, max: 1 });
    await pool.query(statement).finally(close);
  }
}

export const withDatabase = (url: string, database: string): string =>
  url.replace(/\/[^/]*$/, `/${database}`);

/** Few, since every test file copies all of them. */
const SHARDS = 4;

/** Distributes the tables of the template, as an operator does with those of an installation. */
export async function layOutTemplate(
  pool: pg.Pool,
  [coordinator, ...others]: string[],
  template: string,
): Promise<void> {
  await onEachNode([coordinator as string, ...others], template, 'create extension if not exists citus');
  const [first, ...nodes] = [coordinator as string, ...others].map((url) => new URL(url).host);
  await applyLayout(pool, { shards: SHARDS, nodes, coordinator: first as string, now: new Date() }, () => {});
}

/** A database is copied only while nobody is in it, and Citus has a worker in each. */
export const closeTemplate = (template: string): string => `
  alter database ${template} allow_connections false;
  select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`;
