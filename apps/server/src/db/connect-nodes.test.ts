import { describe, expect, test } from 'vitest';
import { connectNodes, coordinatorUrl, nodeUrl } from './connect-nodes.ts';
import type { Connection } from './connection.ts';

/** A coordinator that knows where shards are, and connections that are known by their names. */
function buildCluster(nodeByProject: Record<string, string>) {
  const queried: string[] = [];
  let isAway = false;
  const query = async (text: string, [project]: string[] = []) => {
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    queried.push(project ?? 'placements');
    if (project) return { rows: [{ shard: `of ${project}` }] };
    expect(text).toContain('pg_dist_placement');
    return { rows: Object.entries(nodeByProject).map(([id, node]) => ({ shard: `of ${id}`, node })) };
  };
  const closed: string[] = [];
  const named = (name: string) => {
    const connection = { name, db: {}, pool: { query }, close: async () => void closed.push(name) };
    return Object.assign(connection, { server: connection }) as unknown as Connection;
  };
  const nodes = connectNodes(named('coordinator'), named);
  const nameOf = async (project: string) => ((await nodes.of(project)).server as { name: string }).name;
  return { nodes, nameOf, queried, closed, loseCoordinator: () => (isAway = true) };
}

describe('statements about a project', () => {
  test('go to the node that has it, which is queried once', async () => {
    const { nameOf, queried } = buildCluster({ one: 'a:1', two: 'b:1' });
    expect(await Promise.all(['one', 'two', 'one', 'two'].map(nameOf))).toEqual(['a:1', 'b:1', 'a:1', 'b:1']);
    expect(await nameOf('one')).toBe('a:1');
    expect(queried.filter((what) => what !== 'placements').sort()).toEqual(['one', 'two']);
  });

  test('go to the coordinator where no node is known to have it', async () => {
    expect(await buildCluster({ one: 'a:1' }).nameOf('other')).toBe('coordinator');
  });

  test('go where they went before while the coordinator is away', async () => {
    const { nodes, nameOf, loseCoordinator } = buildCluster({ one: 'a:1' });
    await nameOf('one');
    loseCoordinator();
    expect(await nameOf('one')).toBe('a:1');
    await expect(nodes.of('two')).rejects.toThrow('away');
  });

  test('end with the connections of all nodes', async () => {
    const { nodes, nameOf, closed } = buildCluster({ one: 'a:1', two: 'b:1' });
    await Promise.all(['one', 'two'].map(nameOf));
    await nodes.close();
    expect(closed.sort()).toEqual(['a:1', 'b:1', 'coordinator']);
  });
});

test('a node has the database, role and password of the coordinator', () => {
  expect(nodeUrl('postgres://me:secret@one:5432/trailmark?a=b', 'two:6432')).toBe(
    'postgres://me:secret@two:6432/trailmark?a=b&options=-c+citus.enable_manual_changes_to_shards%3Don+-c+citus.node_connection_timeout%3D4000',
  );
});

test('the coordinator keeps the options that it was given', () => {
  const optionsOf = (url: string) => new URL(coordinatorUrl(url)).searchParams.get('options');
  expect(optionsOf('postgres://one/trailmark')).toBe('-c citus.node_connection_timeout=4000');
  expect(optionsOf('postgres://one/trailmark?options=-c%20a%3Db')).toBe(
    '-c a=b -c citus.node_connection_timeout=4000',
  );
});
