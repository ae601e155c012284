import { describe, expect, it } from 'vitest';
import { fromZonedInput, toZonedInput } from './zoned-time.ts';

const CASES = [
  ['2026-06-30T18:30:00.000Z', 'Asia/Kolkata', '2026-07-01T00:00'],
  ['2026-06-30T18:15:00.000Z', 'Asia/Kathmandu', '2026-07-01T00:00'],
  ['2026-01-15T08:00:00.000Z', 'America/Los_Angeles', '2026-01-15T00:00'],
  ['2026-07-15T07:00:00.000Z', 'America/Los_Angeles', '2026-07-15T00:00'],
  ['2026-12-31T23:59:00.000Z', 'UTC', '2026-12-31T23:59'],
] as const;

describe('a time in the project’s zone', () => {
  it.each(CASES)('%s in %s is %s, and back', (instant, zone, field) => {
    expect(toZonedInput(instant, zone)).toBe(field);
    expect(fromZonedInput(field, zone)).toBe(instant);
  });

  it('takes the first of an hour that comes twice', () => {
    expect(fromZonedInput('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(fromZonedInput('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('takes an hour that is skipped for the same time after the jump', () => {
    expect(fromZonedInput('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is right on both sides of a change', () => {
    expect(fromZonedInput('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z');
    expect(fromZonedInput('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(fromZonedInput('2026-10-25T03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
  });

  it('keeps nothing and what is no time', () => {
    expect(toZonedInput(null, 'UTC')).toBe('');
    expect(fromZonedInput('', 'UTC')).toBeNull();
    expect(fromZonedInput('soon', 'UTC')).toBe('soon');
  });
});
