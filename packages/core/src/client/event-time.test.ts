import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventTime, MAX_AGE_MS, readAge } from './event-time.ts';

const at = (text: string) => Date.parse(text);
const RECEIVED = at('2026-03-10T12:00:00Z');
const INSTALLED = at('2026-03-01T00:00:00Z');
const MINUTE = 60_000;

describe('the age of something', () => {
  test.each<[string, string | null, string | null, number | null]>([
    ['is the difference of the two times', '2026-03-10T11:58:00Z', '2026-03-10T12:00:00Z', 2 * MINUTE],
    ['does not depend on the zone', '2026-03-10T17:28:00+05:30', '2026-03-10T12:00:00Z', 2 * MINUTE],
    ['does not depend on the clock', '1970-01-01T00:00:00Z', '1970-01-01T00:02:00Z', 2 * MINUTE],
    ['is 0 when the clock was set back', '2026-03-10T12:00:00Z', '2026-03-10T11:00:00Z', 0],
    ['is not known without the first', null, '2026-03-10T12:00:00Z', null],
    ['is not known without the second', '2026-03-10T12:00:00Z', null, null],
    ['is not known from a text that is no time', 'soon', '2026-03-10T12:00:00Z', null],
  ])('%s', (_, occurredAt, sentAt, age) => {
    expect(readAge(occurredAt, sentAt)).toBe(age);
  });
});

describe('something happened', () => {
  const evidence = { receivedAt: RECEIVED, installedAt: INSTALLED, ageMs: null, sinceInstallMs: null };
  test.each<[string, Partial<Parameters<typeof eventTime>[0]>, number]>([
    ['at its receipt when nothing else is said', {}, RECEIVED],
    ['before the receipt by its age', { ageMs: 2 * MINUTE }, RECEIVED - 2 * MINUTE],
    ['after the install by its time since it', { sinceInstallMs: MINUTE }, INSTALLED + MINUTE],
    ['by its age when both are said', { ageMs: 0, sinceInstallMs: MINUTE }, RECEIVED],
    ['not before the install by its age', { ageMs: 365 * 24 * 60 * MINUTE }, INSTALLED],
    ['not before the install by its time since it', { sinceInstallMs: -MINUTE }, INSTALLED],
    ['not after the receipt', { sinceInstallMs: 365 * 24 * 60 * MINUTE }, RECEIVED],
    ['before an install that is not known', { installedAt: null, ageMs: MINUTE }, RECEIVED - MINUTE],
    ['at its receipt when nothing bounds it', { installedAt: null, ageMs: MAX_AGE_MS + 1 }, RECEIVED],
    ['at its receipt without an install', { installedAt: null, sinceInstallMs: MINUTE }, RECEIVED],
  ])('%s', (_, given, expected) => {
    expect(eventTime({ ...evidence, ...given })).toBe(expected);
  });
});

const offset = fc.integer({ min: -4e12, max: 4e12 });
const instant = fc.date({ min: new Date(-8e14), max: new Date(8e14), noInvalidDate: true });

test('whatever the clocks say, it is between the install and the receipt', () => {
  const installedBefore = fc.option(fc.integer({ min: 0, max: 1e11 }), { nil: null });
  fc.assert(
    fc.property(
      instant,
      instant,
      installedBefore,
      fc.option(offset, { nil: null }),
      (one, other, before, since) => {
        const installedAt = before === null ? null : RECEIVED - before;
        const ageMs = readAge(one.toISOString(), other.toISOString());
        const time = eventTime({ receivedAt: RECEIVED, installedAt, ageMs, sinceInstallMs: since });
        expect(time).toBeLessThanOrEqual(RECEIVED);
        expect(time).toBeGreaterThanOrEqual(installedAt ?? RECEIVED - MAX_AGE_MS);
      },
    ),
  );
});

test('a clock that is wrong by the same amount both times changes nothing', () => {
  fc.assert(
    fc.property(
      offset,
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 0, max: 1e9 }),
      (wrong, age, installedFor) => {
        const sentAt = new Date(RECEIVED + wrong);
        const ageMs = readAge(new Date(sentAt.getTime() - age).toISOString(), sentAt.toISOString());
        const installedAt = RECEIVED - installedFor;
        const time = eventTime({ receivedAt: RECEIVED, installedAt, ageMs, sinceInstallMs: null });
        expect(time).toBe(Math.max(RECEIVED - age, installedAt));
      },
    ),
  );
});
