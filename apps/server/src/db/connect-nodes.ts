import { setTimeout as sleep } from 'node:timers/promises';
import { createLru } from '../platform/lru.ts';
import { connectShard, type FindShard } from './connect-shard.ts';
import type { Connection, ProjectConnection } from './connection.ts';
import { createPlacements } from './placements.ts';
import { knowNodes } from './project-db.ts';

/**
 * So long it is believed where shards are. They move while events arrive: what writes too late sees it, and looks again; what only
 * reads may see a shard for so long as it was when it went.
 */
const FRESH_MS = 1000;
const MOST_PROJECTS = 100_000;
/** A move is committed on one node a moment before all others know of it. */
const MOMENT_MS = 50;

const SHARD = `select get_shard_id_for_distribution_column('events', $1::uuid)::text as shard`;

/** A node that vanished refuses nothing. Who waits for it holds a connection that others need. */
const NODE_TIMEOUT = '-c citus.node_connection_timeout=4000';
/** Otherwise Citus keeps statements from the tables of its shards. */
const OPTIONS = `-c citus.enable_manual_changes_to_shards=on ${NODE_TIMEOUT}`;

/** The address of the coordinator of a cluster, with what its connections need. */
export function coordinatorUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given ? `${given} ${NODE_TIMEOUT}` : NODE_TIMEOUT);
  return url.href;
}

/** The address of the same database on another node. */
export function nodeUrl(databaseUrl: string, node: string): string {
  const url = new URL(databaseUrl);
  url.host = node;
  url.searchParams.set('options', OPTIONS);
  return url.href;
}

/**
 * The connection to a cluster, where each node takes statements: what is about one project goes straight to the tables of
 * its shard on the node that has it, and costs the coordinator nothing. The coordinator gets all else, and what only it
 * can do. `open` connects to a node, by host:port as the nodes know each other.
 */
export function connectNodes(coordinator: Connection, open: (node: string) => Connection): Connection {
  const placements = createPlacements(coordinator);
  const shards = createLru<string>(MOST_PROJECTS);
  const finding = new Map<string, Promise<ProjectConnection>>();
  const opened = new Map<string, Connection>();
  const connections = new Map<string, ProjectConnection>();

  const connectionTo = (node: string) => {
    const connection = opened.get(node) ?? open(node);
    opened.set(node, connection);
    return connection;
  };
  const finderOf =
    (id: string): FindShard =>
    async (moved) => {
      if (moved) {
        await sleep(MOMENT_MS);
        await placements.read();
        placements.forgetTables(id);
      }
      const address = placements.nodeOf(id);
      if (address === undefined) throw Object.assign(new Error(`Shard ${id} is gone.`), { code: '57P03' });
      const node = connectionTo(address);
      return { id, node, tables: await placements.tablesOf(node, id) };
    };
  const connectionOf = (shard: string): ProjectConnection | undefined => {
    const node = placements.nodeOf(shard);
    if (node === undefined) return undefined;
    const key = `${shard}@${node}`;
    const connection = connections.get(key) ?? connectShard(finderOf(shard), connectionTo(node));
    connections.set(key, connection);
    return connection;
  };
  const find = async (projectId: string) => {
    const { rows } = await coordinator.pool.query<{ shard: string }>(SHARD, [projectId]);
    const shard = rows[0]?.shard ?? '';
    if (!placements.nodeOf(shard)) await placements.read();
    shards.set(projectId, shard);
    return connectionOf(shard) ?? coordinator;
  };
  const connection: Connection = {
    ...coordinator,
    of(projectId) {
      const shard = shards.get(projectId);
      const known = shard === undefined ? undefined : connectionOf(shard);
      // Without the coordinator it stays as it was known.
      if (performance.now() - placements.readAt() > FRESH_MS) placements.read().catch(() => {});
      if (known) return known;
      const found = finding.get(projectId) ?? find(projectId).finally(() => finding.delete(projectId));
      finding.set(projectId, found);
      return found;
    },
    async parts() {
      if (performance.now() - placements.readAt() > FRESH_MS) await placements.read();
      return placements.shards().flatMap((shard) => connectionOf(shard) ?? []);
    },
    close: async () => {
      await placements.close();
      await Promise.all([coordinator, ...opened.values()].map((connection) => connection.close()));
    },
  };
  knowNodes(coordinator.db, connection);
  return connection;
}
