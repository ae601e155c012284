import { describe, expect, test } from 'vitest';
import {
  Plausibility,
  PlausibilityLevels,
  PlausibilityThresholds,
  REJECTION_REASONS,
} from './plausibility.ts';

describe('settings of plausibility', () => {
  test('may be empty or name a few', () => {
    const few = { thresholds: { min_likeness: 80 }, levels: { anonymous_traffic: 'tag' } };
    expect(Plausibility.parse({})).toEqual({});
    expect(Plausibility.parse(few)).toEqual(few);
  });

  test('give a level to every reason but a forged click id, which is never credited', () => {
    expect(Object.keys(PlausibilityLevels.shape)).toEqual(
      REJECTION_REASONS.filter((reason) => reason !== 'incorrect_signature'),
    );
    expect(Plausibility.parse({ levels: { incorrect_signature: 'tag' } })).toEqual({ levels: {} });
  });

  test.each([
    ['reject_ctit_seconds', 0, 3600],
    ['flag_ctit_seconds', 0, 3600],
    ['device_touches_per_hour', 1, 1_000_000],
    ['ip_touches_per_hour', 1, 1_000_000],
    ['min_likeness', 0, 100],
    ['outlier_late_share', 0, 1],
    ['outlier_min_installs', 1, 1_000_000],
  ])('%s goes from %i to %i', (name, least, most) => {
    const isValid = (value: unknown) => Plausibility.safeParse({ thresholds: { [name]: value } }).success;
    expect(Object.keys(PlausibilityThresholds.shape)).toContain(name);
    expect([least, most].map(isValid)).toEqual([true, true]);
    expect([least - 1, most + 1, String(most), null, Number.NaN].map(isValid)).toEqual([
      ...[false, false, false, false, false],
    ]);
  });

  test.each(['ban', '', null, 1])('%j is no level', (level) => {
    expect(Plausibility.safeParse({ levels: { distribution_outlier: level } }).success).toBe(false);
  });
});
