import { expect, it } from 'vitest';
import { isLastOwner } from './is-last-owner.ts';

const seat = (user_id: string, role: 'owner' | 'admin') => ({ user_id, role });

it.each([
  ['the only owner', [seat('a', 'owner'), seat('b', 'admin')], 'a', true],
  ['one of two owners', [seat('a', 'owner'), seat('b', 'owner')], 'a', false],
  ['no owner', [seat('a', 'owner'), seat('b', 'admin')], 'b', false],
  ['nobody', [], 'a', false],
] as const)('%s', (_, members, userId, last) => {
  expect(isLastOwner(members, userId)).toBe(last);
});
