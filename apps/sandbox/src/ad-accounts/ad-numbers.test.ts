import { describe, expect, test } from 'vitest';
import { META_ACCOUNTS } from '../meta/meta.data.ts';
import { addDays, daysBetween } from './account-days.ts';
import { entitiesOf } from './ad-account.ts';
import { createAdNumbers, hasDelivery, majorUnits } from './ad-numbers.ts';

const NOW = new Date('2026-11-16T10:01:00Z');
const TODAY = '2026-11-16';
const all = (seed: string, now = NOW) => {
  const numbers = createAdNumbers(seed);
  const days = daysBetween(addDays(TODAY, -70), addDays(TODAY, 2));
  return META_ACCOUNTS.flatMap((account) =>
    entitiesOf(account, 'ad').flatMap((entity) =>
      days.map((day) => ({ day, ...numbers.of(entity, { day, now }) })),
    ),
  );
};

describe('numbers of ads', () => {
  test('are the same for the same seed and time', () => {
    expect(all('a')).toEqual(all('a'));
    expect(all('a')).not.toEqual(all('b'));
  });

  test('reach back 60 days, and end today', () => {
    const days = all('a')
      .filter(hasDelivery)
      .map(({ day }) => day)
      .sort();
    expect([days[0], days.at(-1)]).toEqual([addDays(TODAY, -60), TODAY]);
  });

  test('never fall, and are final after 28 days', () => {
    const later = all('a', new Date('2026-11-17T10:01:00Z'));
    const moved = new Set<string>();
    for (const [n, before] of all('a').entries()) {
      const after = later[n];
      // The oldest day has left the history by then.
      if (!after || before.day === addDays(TODAY, -60)) continue;
      expect(after.spend).toBeGreaterThanOrEqual(before.spend);
      expect(after.installs).toBeGreaterThanOrEqual(before.installs);
      if (after.spend !== before.spend || after.installs !== before.installs) moved.add(before.day);
    }
    expect([...moved].sort()[0]?.localeCompare(addDays(TODAY, -30))).toBe(1);
    expect(moved.has(addDays(TODAY, -1))).toBe(true);
  });

  test('follow the day of the account', () => {
    const [india, us] = META_ACCOUNTS.map((account) => entitiesOf(account, 'account')[0]);
    const numbers = createAdNumbers('a');
    const at = { day: '2026-11-17', now: new Date('2026-11-16T20:01:00Z') };
    if (!india || !us) throw new Error('There are two accounts.');
    expect(hasDelivery(numbers.of(india, at))).toBe(true);
    expect(hasDelivery(numbers.of(us, at))).toBe(false);
  });

  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [123_456, '1234.56'],
  ])('of %i minor units are %s', (minor, text) => {
    expect(majorUnits(minor)).toBe(text);
  });
});
