import { expect, test } from 'vitest';
import { changeFilter } from './change-filter.ts';

test.each([
  ['nothing', undefined, {}],
  ['a campaign', { campaigns: 'c' }, { campaigns: 'c' }],
  ['all of a table', { networks: 'META', group_by: 'network', filter: 'ALL' }, { networks: 'META' }],
  ['a link', { campaigns: 'c', link_id: 'l' }, null],
  ['the archived ones', { filter: 'ARCHIVED' }, null],
  ['a search', { search: 'spring' }, null],
] as const)('of %s', (_, filter, expected) => {
  expect(changeFilter(filter)).toEqual(expected);
});
