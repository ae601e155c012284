import type { Connection, ProjectConnection } from '../db/connection.ts';
import type { GroupCommit } from './group-commit.ts';

/**
 * A group commit for each node of a cluster, so that what belongs on one does not wait for another that is slow or lost.
 * Without a cluster there is one.
 */
export function createNodeCommits<Item, Result>(
  connection: Pick<Connection, 'of'>,
  projectOf: (item: Item) => string,
  create: () => GroupCommit<Item, Result>,
): Pick<GroupCommit<Item, Result>, 'add' | 'drain'> {
  const commits = new Map<object, GroupCommit<Item, Result>>();
  const commitOf = ({ server }: Pick<ProjectConnection, 'server'>) => {
    const commit = commits.get(server) ?? create();
    commits.set(server, commit);
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
