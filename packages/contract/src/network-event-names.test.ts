import { expect, test } from 'vitest';
import { NETWORK_KINDS, type NetworkKind } from './network-accounts.ts';
import { NETWORK_EVENT_NAMES, networkEventProblem } from './network-event-names.ts';

test.each<[NetworkKind, string, string | null]>([
  ['META', 'Purchase', null],
  ['META', 'purchase', 'is spelt Purchase by the network'],
  ['META', 'Plan chosen-2', null],
  ['META', 'a'.repeat(40), null],
  ['META', 'a'.repeat(41), 'is longer than the 40 characters that the network takes'],
  ['META', 'Käufe', 'has other characters than letters, digits, spaces, dashes and underscores'],
  ['META', '-start', 'has other characters than letters, digits, spaces, dashes and underscores'],
  ['TIKTOK', 'LaunchAPP', null],
  ['TIKTOK', 'LaunchApp', 'is spelt LaunchAPP by the network'],
  ['TIKTOK', 'a'.repeat(51), 'is longer than the 50 characters that the network takes'],
  ['GOOGLE', 'first_open', null],
  ['GOOGLE', '6459874321', null],
  ['GOOGLE', 'a'.repeat(65), 'is longer than the 64 characters that the network takes'],
  ['JIO_COUPONS', 'lead.v2', null],
])('%s is sent “%s”: %s', (kind, name, problem) => {
  expect(networkEventProblem(kind, name)).toBe(problem);
});

test.each(NETWORK_KINDS)('%s takes each name that it knows, and lists none twice', (kind) => {
  const { known } = NETWORK_EVENT_NAMES[kind];
  expect(known.filter((name) => networkEventProblem(kind, name) !== null)).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});
