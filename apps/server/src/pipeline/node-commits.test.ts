import { expect, test } from 'vitest';
import type { Connection } from '../db/connection.ts';
import { createNodeCommits } from './node-commits.ts';

test('what belongs on one node does not wait for another', async () => {
  const [lost, fine] = [{}, {}] as Connection[];
  const connection = {
    of: async (project: string) => (project === 'lost' ? lost : fine),
  } as unknown as Connection;
  const commits = createNodeCommits<string, string>(
    connection,
    (project) => project,
    (node) => ({
      add: (project) => (node === lost ? new Promise(() => {}) : Promise.resolve(project)),
      drain: async () => {},
      waiting: () => 0,
    }),
  );
  void commits.add('lost');
  expect(await commits.add('fine')).toBe('fine');
});
