import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addInstall,
  type ComparedInstall,
  type Comparison,
  compareInstall,
  NETWORK_RULES,
  type NetworkTouch,
  noDifference,
} from './itemise-difference.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const PULLED = new Map(['09', '10', '11', '12'].map((day) => [`2026-11-${day}`, at('13T00:00:00')]));
const COMPARISON: Comparison = {
  rules: NETWORK_RULES.META,
  from: '2026-11-10',
  to: '2026-11-11',
  pulledAt: PULLED,
};
const touch = (over: Partial<NetworkTouch> = {}): NetworkTouch => ({
  kind: 'click',
  at: at('10T08:00:00'),
  day: '2026-11-10',
  isOutside: false,
  ...over,
});
const install = (over: Partial<ComparedInstall> = {}): ComparedInstall => ({
  at: at('10T10:00:00'),
  day: '2026-11-10',
  accountDay: '2026-11-10',
  kind: 'install',
  isCredited: true,
  isOfOther: false,
  isSuspicious: false,
  touches: [touch()],
  ...over,
});
const lost = { isCredited: false };
const early = touch({ at: at('09T20:00:00'), day: '2026-11-09' });

test('an install that both count is no difference', () => {
  expect(compareInstall(install(), COMPARISON)).toBeNull();
  expect(compareInstall(install({ ...lost, touches: [] }), COMPARISON)).toBeNull();
});

describe('only the network counts', () => {
  test.each<[string, Partial<ComparedInstall>]>([
    ['reinstall', { kind: 'reinstall' }],
    ['suspicious', { ...lost, isSuspicious: true }],
    ['other_network', { ...lost, isOfOther: true }],
    ['view_through', { ...lost, touches: [touch({ kind: 'view' })] }],
    ['look_back', { ...lost, touches: [touch({ isOutside: true })] }],
    ['other_rule', lost],
    ['zone', { day: '2026-11-12', accountDay: '2026-11-11', at: at('11T23:00:00') }],
    ['date_basis', { day: '2026-11-12', accountDay: '2026-11-12', at: at('12T10:00:00') }],
  ])('%s', (cause, over) => {
    expect(compareInstall(install(over), COMPARISON)).toMatchObject({ cause, counts: 1 });
  });
});

describe('only we count', () => {
  test.each<[string, Partial<ComparedInstall>]>([
    ['date_basis', { touches: [early] }],
    ['zone', { touches: [early], accountDay: '2026-11-09' }],
    ['look_back', { touches: [touch({ at: at('01T08:00:00'), day: '2026-11-01' })] }],
    ['look_back', { touches: [touch({ kind: 'view', at: at('08T08:00:00'), day: '2026-11-08' })] }],
    ['other_rule', { touches: [] }],
    ['not_repulled', { at: at('13T01:00:00') }],
  ])('%s', (cause, over) => {
    expect(compareInstall(install(over), COMPARISON)).toMatchObject({ cause, counts: -1 });
  });

  test('a day that the network was never asked for is not repulled', () => {
    const comparison = { ...COMPARISON, pulledAt: new Map<string, Date>() };
    expect(compareInstall(install(), comparison)).toMatchObject({ cause: 'not_repulled', counts: -1 });
  });
});

test('the network counts a click before a view, and then the latest', () => {
  const view = touch({ kind: 'view', at: at('10T09:59:00') });
  expect(compareInstall(install({ ...lost, touches: [view, early, touch()] }), COMPARISON)?.touch).toEqual(
    touch(),
  );
});

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-08T00:00:00Z');
const dayOf = (ms: number, zoneHours: number) =>
  new Date(ms + zoneHours * HOUR_MS).toISOString().slice(0, 10);
const hours = fc.integer({ min: 0, max: 24 * 6 }).map((n) => START + n * HOUR_MS);
const anyTouch = fc.record({ ms: hours, kind: fc.constantFrom('click', 'view'), isOutside: fc.boolean() });
const anyInstall = fc
  .record({
    ms: hours,
    kind: fc.constantFrom('install', 'reinstall'),
    credit: fc.constantFrom('own', 'other', 'nobody', 'suspicious'),
    touches: fc.array(anyTouch, { maxLength: 3 }),
  })
  .map(
    ({ ms, kind, credit, touches }): ComparedInstall => ({
      at: new Date(ms),
      day: dayOf(ms, 5),
      accountDay: dayOf(ms, -8),
      kind,
      isCredited: credit === 'own',
      isOfOther: credit === 'other',
      isSuspicious: credit === 'suspicious',
      touches: touches.map((one) => ({
        kind: one.kind,
        at: new Date(one.ms),
        day: dayOf(one.ms, -8),
        isOutside: one.isOutside,
      })),
    }),
  );

test('the items add up to the difference, whatever happened', () => {
  const pulls = fc.dictionary(fc.constantFrom('09', '10', '11', '12'), hours);
  const history = fc.record({
    installs: fc.array(anyInstall, { maxLength: 40 }),
    pulls,
    network: fc.constantFrom('META', 'GOOGLE'),
    countsBy: fc.constantFrom('touch', 'install'),
    claimed: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(history, ({ installs, pulls: pullTimes, network, countsBy, claimed }) => {
      const comparison: Comparison = {
        rules: { ...NETWORK_RULES[network], countsBy },
        from: '2026-11-10',
        to: '2026-11-11',
        pulledAt: new Map(Object.entries(pullTimes).map(([day, ms]) => [`2026-11-${day}`, new Date(ms)])),
      };
      const sums = noDifference();
      for (const install of installs) addInstall(sums, install, comparison);
      const { ours, explained, items } = sums;
      // As a plain query counts them.
      const own = installs.filter(
        (one) =>
          one.kind === 'install' && one.isCredited && one.day >= '2026-11-10' && one.day <= '2026-11-11',
      );
      expect(ours).toBe(own.length);
      const rest = claimed - explained;
      const sum = [...items.values()].reduce((all, count) => all + count, rest);
      expect(sum).toBe(claimed - ours);
      const rows = installs.map((one) => compareInstall(one, comparison)).filter((one) => one !== null);
      for (const [cause, count] of items) {
        expect(rows.filter((row) => row.cause === cause).reduce((all, row) => all + row.counts, 0)).toBe(
          count,
        );
      }
    }),
    { numRuns: 300 },
  );
});
