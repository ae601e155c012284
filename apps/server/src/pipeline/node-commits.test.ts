import { expect, test } from 'vitest';
import type { Connection } from '../db/connection.ts';
import { createNodeCommits } from './node-commits.ts';

test('what belongs on one node does not wait for another', async () => {
  const [lost, fine] = [{}, {}];
  const connection = {
    of: async (project: string) => ({ server: project === 'lost' ? lost : fine }),
  } as unknown as Connection;
  const created: string[] = [];
  const commits = createNodeCommits<string, string>(
    connection,
    (project) => project,
    () => {
      created.push('one');
      return {
        add: (project) => (project === 'lost' ? new Promise(() => {}) : Promise.resolve(project)),
        drain: async () => {},
        waiting: () => 0,
      };
    },
  );
  void commits.add('lost');
  expect(await commits.add('fine')).toBe('fine');
  expect(await commits.add('fine too')).toBe('fine too');
  expect(created).toHaveLength(2);
});
