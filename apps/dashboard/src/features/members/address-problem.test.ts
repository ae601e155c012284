import { MAX_INVITES_AT_ONCE } from '@trailmark/contract/members';
import { expect, it } from 'vitest';
import { addressProblem } from './address-problem.ts';
import { splitAddresses } from './split-addresses.ts';

const many = (count: number) =>
  splitAddresses(Array.from({ length: count }, (_, index) => `p${index}@kite.example`).join());

it.each([
  ['nothing was typed', [], /at least one/],
  ['one is no address', splitAddresses('a@kite.example nobody'), /^nobody is not/],
  ['several are no addresses', splitAddresses('nobody, none'), /^2 of these/],
  ['there are too many', many(MAX_INVITES_AT_ONCE + 1), /51 addresses/],
])('complains when %s', (_, addresses, words) => {
  expect(addressProblem(addresses)).toMatch(words);
});

it('has nothing against a full list of good ones', () => {
  expect(addressProblem(many(MAX_INVITES_AT_ONCE))).toBeNull();
});
