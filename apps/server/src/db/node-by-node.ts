import type { ProjectConnection } from './connection.ts';
import { isAway } from './is-away.ts';

/** What came of some work on parts of the data of a cluster. */
export interface NodeOutcomes<Part, Result> {
  results: Result[];
  /** Parts without a result, each with the reason. */
  failures: { part: Part; error: unknown }[];
}

/**
 * Does the same work on several parts of the data: one after the other on each node, and nodes side by side. What fails keeps
 * nothing else from its turn, and a node that is away is not waited for again.
 */
export async function nodeByNode<Part extends Pick<ProjectConnection, 'server'>, Result>(
  parts: Iterable<Part>,
  work: (part: Part) => Promise<Result>,
): Promise<NodeOutcomes<Part, Result>> {
  const outcomes: NodeOutcomes<Part, Result> = { results: [], failures: [] };
  const byNode = new Map<object, Part[]>();
  for (const part of parts) byNode.set(part.server, [...(byNode.get(part.server) ?? []), part]);
  const onNode = async (own: Part[]) => {
    let lost: { error: unknown } | null = null;
    for (const part of own) {
      try {
        if (lost) throw lost.error;
        outcomes.results.push(await work(part));
      } catch (error) {
        if (isAway(error)) lost = { error };
        outcomes.failures.push({ part, error });
      }
    }
  };
  await Promise.all([...byNode.values()].map(onNode));
  return outcomes;
}
