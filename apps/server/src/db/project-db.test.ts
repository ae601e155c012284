import { expect, test } from 'vitest';
import type { Connection, Db } from './connection.ts';
import { isAway } from './is-away.ts';
import { knowNodes, refuseWhileFrozen } from './project-db.ts';

test('what is about a project of a node that does not answer is refused, and nothing else', async () => {
  const db = {} as Db;
  const of = async (projectId: string) => ({ isFrozen: () => projectId === 'struck' });
  knowNodes(db, { of, parts: async () => [] } as unknown as Connection);
  await refuseWhileFrozen(db, 'healthy');
  const refusal = await refuseWhileFrozen(db, 'struck').catch((error: unknown) => error);
  expect(isAway(refusal)).toBe(true);
  await refuseWhileFrozen({} as Db, 'struck');
});
