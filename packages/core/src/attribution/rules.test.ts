import { REJECTION_REASONS } from '@trailmark/contract/plausibility';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_LEVELS,
  DEFAULT_OUTLIER_THRESHOLDS,
  DEFAULT_THRESHOLDS,
  outlierThresholdsOf,
  rulesOf,
} from './rules.ts';

const rules = (plausibility: unknown) => rulesOf({ version: 7, windows: DEFAULT_WINDOWS, plausibility });

const defaults = {
  version: 7,
  windows: DEFAULT_WINDOWS,
  thresholds: DEFAULT_THRESHOLDS,
  levels: DEFAULT_LEVELS,
};

test.each([[{}], [null], [undefined], ['off'], [[]], [{ thresholds: null, levels: 3 }]])(
  'settings of %j leave everything as by default',
  (stored) => {
    expect(rules(stored)).toEqual(defaults);
    expect(outlierThresholdsOf(stored)).toEqual(DEFAULT_OUTLIER_THRESHOLDS);
  },
);

test('every reason has a level', () => {
  expect(Object.keys(DEFAULT_LEVELS)).toEqual([...REJECTION_REASONS]);
});

test('settings override the defaults one by one', () => {
  const stored = {
    thresholds: { reject_ctit_seconds: 0, ip_touches_per_hour: 500, outlier_late_share: 0.6 },
    levels: { distribution_outlier: 'no_credit' },
  };
  expect(rules(stored)).toEqual({
    ...defaults,
    thresholds: { ...DEFAULT_THRESHOLDS, rejectCtitSeconds: 0, ipTouchesPerHour: 500 },
    levels: { ...DEFAULT_LEVELS, distribution_outlier: 'no_credit' },
  });
  expect(outlierThresholdsOf(stored)).toEqual({ lateShare: 0.6, minInstalls: 100 });
});

test('all of them can be set', () => {
  const stored = {
    thresholds: {
      reject_ctit_seconds: 1,
      flag_ctit_seconds: 2,
      device_touches_per_hour: 3,
      ip_touches_per_hour: 4,
      min_likeness: 5,
      outlier_late_share: 0.7,
      outlier_min_installs: 8,
    },
  };
  expect(rules(stored).thresholds).toEqual({
    rejectCtitSeconds: 1,
    flagCtitSeconds: 2,
    deviceTouchesPerHour: 3,
    ipTouchesPerHour: 4,
    minLikeness: 5,
  });
  expect(outlierThresholdsOf(stored)).toEqual({ lateShare: 0.7, minInstalls: 8 });
});

describe('a field that is not valid', () => {
  test.each([
    ['a threshold of the wrong type', { thresholds: { min_likeness: '80' } }],
    ['a threshold out of its range', { thresholds: { min_likeness: 101 } }],
    ['a level that does not exist', { levels: { distribution_outlier: 'ban' } }],
    ['a reason that does not exist', { levels: { bad_taste: 'tag' } }],
    ['a name of every object', { levels: JSON.parse('{"__proto__":{"engagement_injection":"tag"}}') }],
    ['the level of a forged click id', { levels: { incorrect_signature: 'tag' } }],
  ])('is passed over: %s', (_, stored) => {
    expect(rules(stored)).toEqual(defaults);
  });

  test('does not undo the others', () => {
    const stored = { thresholds: { min_likeness: -1, flag_ctit_seconds: 30 } };
    expect(rules(stored).thresholds).toEqual({ ...DEFAULT_THRESHOLDS, flagCtitSeconds: 30 });
  });
});
