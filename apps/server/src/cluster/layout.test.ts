import { describe, expect, test } from 'vitest';
import { relationsOf, sizeText } from './describe-plan.ts';
import { isSettled, parentsFirst, type TableLayout } from './layout.ts';

const table = (name: string, parents: string[] = []): TableLayout => ({
  name,
  parents,
  planned: 'distributed',
  now: 'local',
  partitions: 0,
  bytes: 0,
});

describe('the order of tables', () => {
  test('puts each after those that its foreign keys name', () => {
    const tables = [
      table('links', ['campaigns', 'projects']),
      table('campaigns', ['projects']),
      table('projects'),
    ];
    expect(parentsFirst(tables).map(({ name }) => name)).toEqual(['projects', 'campaigns', 'links']);
  });
  test('leaves out parents of other schemas, and refuses a ring', () => {
    expect(parentsFirst([table('a', ['elsewhere'])])).toHaveLength(1);
    expect(() => parentsFirst([table('a', ['b']), table('b', ['a'])])).toThrow('lead back to it');
  });
});

test.each([
  ['distributed as planned', { planned: 'distributed', now: 'distributed' }, true],
  ['not distributed yet', { planned: 'distributed', now: 'local' }, false],
  ['on every node, as it was before', { planned: 'local', now: 'reference' }, false],
  ['local with a key to a local table', { planned: 'local', now: 'local', parents: ['sessions'] }, true],
  [
    'local with a key to a table that every node has',
    { planned: 'local', now: 'local', parents: ['users'] },
    false,
  ],
] as const)('a table %s', (_name, given, expected) => {
  expect(isSettled({ ...table('magic_links'), ...given } as TableLayout)).toBe(expected);
});

test('a node holds each shard of each table and partition', () => {
  const reference = { ...table('projects'), planned: 'reference' as const };
  expect(relationsOf([{ ...table('events'), partitions: 3 }, table('links'), reference], 32)).toBe(5 * 32);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 kB'],
  [20 * 1024 ** 2, '20 MB'],
  [5 * 1024 ** 4, '5.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
