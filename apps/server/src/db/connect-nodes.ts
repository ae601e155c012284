import { LRUCache } from 'lru-cache';
import type { Connection } from './connection.ts';

/**
 * So long it is believed where shards are. They move while events arrive, and until the next look every node still
 * finds a shard that has gone to another; that only costs more.
 */
const FRESH_MS = 5000;
const MOST_PROJECTS = 100_000;

/** Every distributed table is cut in the same way, so that one says where a project is. */
const PLACEMENTS = `
  select s.shardid::text as shard, n.nodename || ':' || n.nodeport as node
  from pg_dist_shard s join pg_dist_placement p using (shardid)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.logicalrelid = 'events'::regclass`;
const SHARD = `select get_shard_id_for_distribution_column('events', $1::uuid)::text as shard`;

/** The address of the same database on another node. */
export function nodeUrl(databaseUrl: string, node: string): string {
  const url = new URL(databaseUrl);
  url.host = node;
  return url.href;
}

/**
 * The connection to a cluster, where each node takes statements: what is about one project goes straight to the node that
 * has it, and costs the coordinator nothing. The coordinator gets all else, and what only it can do. `open` connects to
 * a node, by host:port as the nodes know each other.
 */
export function connectNodes(coordinator: Connection, open: (node: string) => Connection): Connection {
  const shards = new LRUCache<string, string>({ max: MOST_PROJECTS });
  const finding = new Map<string, Promise<Connection>>();
  const opened = new Map<string, Connection>();
  let byShard = new Map<string, Connection>();
  let reading: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  const connectionTo = (node: string) => {
    const connection = opened.get(node) ?? open(node);
    opened.set(node, connection);
    return connection;
  };
  const readPlacements = async () => {
    readAt = performance.now();
    const { rows } = await coordinator.pool.query<{ shard: string; node: string }>(PLACEMENTS);
    byShard = new Map(rows.map(({ shard, node }) => [shard, connectionTo(node)]));
  };
  const readOnce = () => {
    reading ??= readPlacements().finally(() => {
      reading = null;
    });
    return reading;
  };
  const find = async (projectId: string) => {
    const { rows } = await coordinator.pool.query<{ shard: string }>(SHARD, [projectId]);
    const shard = rows[0]?.shard ?? '';
    if (!byShard.has(shard)) await readOnce();
    shards.set(projectId, shard);
    return byShard.get(shard) ?? coordinator;
  };
  return {
    ...coordinator,
    of(projectId) {
      const shard = shards.get(projectId);
      const node = shard === undefined ? undefined : byShard.get(shard);
      // Without the coordinator it stays as it was known.
      if (performance.now() - readAt > FRESH_MS) readOnce().catch(() => {});
      if (node) return node;
      const found = finding.get(projectId) ?? find(projectId).finally(() => finding.delete(projectId));
      finding.set(projectId, found);
      return found;
    },
    close: async () => {
      await reading?.catch(() => {});
      await Promise.all([coordinator, ...opened.values()].map((connection) => connection.close()));
    },
  };
}
