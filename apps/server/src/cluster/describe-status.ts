import type pg from 'pg';
import { sizeText } from './describe-plan.ts';
import { hasCitus, isSettled, readLayout } from './layout.ts';

interface NodeRow {
  node: string;
  holds_data: boolean;
  is_active: boolean;
  shards: number;
  bytes: number;
  answers: boolean;
}

const NODES = `
  with sizes as (
    select nodename, nodeport, count(*)::int as shards, sum(shard_size)::bigint as bytes
    from citus_shards where citus_table_type = 'distributed' group by 1, 2
  ), health as (
    select to_nodename as nodename, to_nodeport as nodeport, bool_and(result) as answers
    from citus_check_cluster_node_health() group by 1, 2
  )
  select n.nodename || ':' || n.nodeport as node, n.shouldhaveshards as holds_data, n.isactive as is_active,
    coalesce(s.shards, 0) as shards, coalesce(s.bytes, 0)::bigint as bytes, coalesce(h.answers, false) as answers
  from pg_dist_node n left join sizes s using (nodename, nodeport) left join health h using (nodename, nodeport)
  order by n.nodename, n.nodeport`;

/** A node with so much more than the mean is worth a move. */
const SKEWED = 1.3;

function hintsOf(nodes: NodeRow[], moves: number | null, open: number): string[] {
  const holding = nodes.filter(({ holds_data }) => holds_data);
  const mean = holding.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(holding.length, 1);
  const largest = Math.max(...holding.map(({ bytes }) => bytes), 0);
  const hints = nodes.filter(({ answers }) => !answers).map(({ node }) => `${node} does not answer.`);
  if (open > 0) hints.push(`${open} tables are not laid out yet: npm run cluster -- apply`);
  if (moves === null) hints.push('Which shards should move is known when every node answers.');
  else if (moves > 0) {
    hints.push(`${moves} shards should move to even out the nodes: select citus_rebalance_start();`);
  } else if (mean > 0 && largest > mean * SKEWED) {
    hints.push(
      `The largest node holds ${(largest / mean).toFixed(1)} times the mean: one project may be most of it.`,
    );
  }
  return hints;
}

/** How many shards should move; null where a node does not say how large its shards are. */
async function countMoves(pool: pg.Pool, nodes: NodeRow[]): Promise<number | null> {
  if (nodes.some(({ answers }) => !answers)) return null;
  const { rows } = await pool.query<{ moves: number }>(
    'select count(*)::int as moves from get_rebalance_table_shards_plan()',
  );
  return rows[0]?.moves ?? 0;
}

/** Nodes with what they hold, and what is worth doing. */
export async function describeStatus(pool: pg.Pool): Promise<string[]> {
  if (!(await hasCitus(pool))) return ['One PostgreSQL, not a cluster.'];
  const { rows: nodes } = await pool.query<NodeRow>(NODES);
  const moves = await countMoves(pool, nodes);
  const open = (await readLayout(pool)).filter((table) => !isSettled(table));
  return [
    'node                            shards      size',
    ...nodes.map(
      ({ node, shards, bytes, is_active, answers, holds_data }) =>
        `${node.padEnd(30)}${String(shards).padStart(8)}${sizeText(bytes).padStart(10)}  ${
          answers && is_active ? (holds_data ? '' : 'coordinator') : 'LOST'
        }`,
    ),
    ...hintsOf(nodes, moves, open.length),
  ];
}
