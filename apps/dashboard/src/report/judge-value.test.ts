import { describe, expect, test } from 'vitest';
import { judgeValue, withSamples } from './judge-value.ts';

test.each([
  ['roas', 0.8, { attributed_installs: 400 }, 'loss'],
  ['roas', 1, { attributed_installs: 400 }, null],
  ['roas', 0.8, { attributed_installs: 29 }, 'few'],
  ['roas_d7', 0.2, {}, 'loss'],
  ['roas_d7', 0.2, { attributed_installs: 400, cohort_size_d7: 29 }, 'few'],
  ['roas_d7', 0.2, { cohort_size_d7: 30 }, 'loss'],
  ['roas_d0', 0.2, { cohort_size_d0: 400 }, null],
  ['roas_d1', 0.2, { cohort_size_d1: 400 }, null],
  ['ltv_d7', 12, { installs: 400, cohort_size_d7: 29 }, 'few'],
  ['blended_roas', 0.2, {}, 'loss'],
  ['click_to_install', 0.5, { clicks: 99 }, 'few'],
  ['click_to_install', 0.5, { clicks: 100 }, null],
  ['click_to_install', 0.51, { clicks: 100 }, 'odd'],
  ['click_to_install', 0.0004, { clicks: 9999 }, null],
  ['click_to_install', 0.0004, { clicks: 10_000 }, 'odd'],
  ['suspicious_rate', 0.2, { installs: 30 }, 'odd'],
  ['suspicious_rate', 0.2, { installs: 29 }, 'few'],
  ['retention_d1', 0.95, { cohort_size_d1: 500 }, 'odd'],
  ['retention_d1', 0.3, { cohort_size_d1: 500 }, null],
  ['retention_d7', 0, { installs: 200, cohort_size_d7: 200 }, 'odd'],
  ['retention_d7', 0, { installs: 200, cohort_size_d7: 3 }, 'few'],
  ['retention_d7', 0, { installs: 200 }, null],
  ['retention_d7', null, { cohort_size_d7: 3 }, null],
  ['installs', 3, { installs: 3 }, null],
] as const)('%s of %j with %j is %s', (metric, value, values, kind) => {
  expect(judgeValue(metric, { value, values, platform: 'app', usualCpi: null })?.kind ?? null).toBe(kind);
});

describe('ROAS rests on spend as well as on installs', () => {
  const nothing = { attributed_installs: 0, spend: '500000.00' };
  test.each([
    ['spend that usually buys many installs', nothing, 120, 'loss'],
    ['spend that usually buys a few', { attributed_installs: 0, spend: '3599.99' }, 120, 'few'],
    ['spend that usually buys just enough', { attributed_installs: 0, spend: '3600' }, 120, 'loss'],
    ['many installs for little spend', { attributed_installs: 30, spend: '1' }, 120, 'loss'],
    ['no usual CPI', nothing, null, 'few'],
  ] as const)('%s', (_, values, usualCpi, kind) => {
    expect(judgeValue('roas', { value: 0, values, platform: 'app', usualCpi })?.kind).toBe(kind);
  });
});

test('a flag has the words of the project', () => {
  const rate = { value: 0.2, values: { installs: 400 }, usualCpi: null };
  expect(judgeValue('suspicious_rate', { ...rate, platform: 'app' })?.reason).toContain(
    'many installs failed',
  );
  const onWeb = judgeValue('suspicious_rate', { ...rate, platform: 'web' })?.reason;
  expect(onWeb).toContain('many new visitors failed');
  expect(onWeb).not.toContain('install');
});

test('what a cohort metric rests on is said in words', () => {
  const rate = { value: 0, values: { cohort_size_d7: 3 }, usualCpi: null, platform: 'app' } as const;
  expect(judgeValue('retention_d7', rate)?.reason).toBe(
    'Small sample: day 7 is over for 3 installs. Under 30, this is mostly chance.',
  );
});

test('columns are loaded with what their rates are judged by, each once', () => {
  expect(withSamples(['installs', 'roas', 'cpi', 'retention_d7'])).toEqual([
    'installs',
    'roas',
    'cpi',
    'retention_d7',
    'attributed_installs',
    'spend',
    'cohort_size_d7',
  ]);
});
