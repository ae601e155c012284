import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { nodeUrl } from '../db/connect-nodes.ts';
import { type Connection, connect } from '../db/connection.ts';
import { HEARTBEAT, type Heartbeat, startHeartbeat } from '../db/heartbeat.ts';
import type { Log } from '../platform/log.ts';
import { logIdleError } from './database.ts';

/** The check of a load balancer has to be answered sooner than it gives up. */
const ANSWER_MS = 400;

const NODES = `
  select nodename || ':' || nodeport as node from pg_dist_node
  where groupid > 0 and noderole = 'primary' order by nodeid`;

/** The nodes of a cluster beside its coordinator. */
export interface Nodes {
  connect(node: string, options: { max: number; queryTimeoutMs?: number }): Connection;
  /** Those that do not answer: their projects cannot be reached, all others can. */
  lost(): Promise<string[]>;
  stop(): Promise<void>;
}

export function createNodes(pool: pg.Pool, databaseUrl: string, log: Log): Nodes {
  const heartbeats = new Map<string, Heartbeat>();
  const heartbeatOf = (node: string) => {
    const heartbeat =
      heartbeats.get(node) ??
      startHeartbeat(nodeUrl(databaseUrl, node), {
        ...HEARTBEAT,
        onFreeze: () => log.error({ node }, 'a node does not answer: its connections are closed'),
        onThaw: () => log.info({ node }, 'a node answers again'),
      });
    heartbeats.set(node, heartbeat);
    return heartbeat;
  };
  const answers = (node: string) =>
    Promise.race([
      heartbeatOf(node)
        .ping()
        .then(
          () => true,
          () => false,
        ),
      sleep(ANSWER_MS, false, { ref: false }),
    ]);
  return {
    connect: (node, options) =>
      connect(nodeUrl(databaseUrl, node), {
        ...options,
        onIdleError: logIdleError(log),
        heartbeat: heartbeatOf(node),
      }),
    lost: async () => {
      const { rows } = await pool.query<{ node: string }>(NODES);
      const found = await Promise.all(rows.map(async ({ node }) => ((await answers(node)) ? [] : [node])));
      return found.flat();
    },
    stop: async () => {
      await Promise.all([...heartbeats.values()].map((heartbeat) => heartbeat.stop()));
    },
  };
}
