import type { Connection } from '../db/connection.ts';
import type { GroupCommit } from './group-commit.ts';

/**
 * A group commit for each node of a cluster, so that what belongs on one does not wait for another that is slow or lost.
 * Without a cluster there is one.
 */
export function createNodeCommits<Item, Result>(
  connection: Connection,
  projectOf: (item: Item) => string,
  create: (node: Connection) => GroupCommit<Item, Result>,
): Pick<GroupCommit<Item, Result>, 'add' | 'drain'> {
  const commits = new Map<Connection, GroupCommit<Item, Result>>();
  const commitOf = (node: Connection) => {
    const commit = commits.get(node) ?? create(node);
    commits.set(node, commit);
    return commit;
  };
  return {
    add(item) {
      const node = connection.of(projectOf(item));
      if (!(node instanceof Promise)) return commitOf(node).add(item);
      return node.then((found) => commitOf(found).add(item));
    },
    drain: async () => {
      await Promise.all([...commits.values()].map((commit) => commit.drain()));
    },
  };
}
