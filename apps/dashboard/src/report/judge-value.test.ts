import { expect, test } from 'vitest';
import { judgeValue, withSamples } from './judge-value.ts';

test.each([
  ['roas', 0.8, { attributed_installs: 400 }, 'loss'],
  ['roas', 1, { attributed_installs: 400 }, null],
  ['roas', 0.8, { attributed_installs: 29 }, 'few'],
  ['roas_d7', 0.2, {}, 'loss'],
  ['click_to_install', 0.5, { clicks: 99 }, 'few'],
  ['click_to_install', 0.5, { clicks: 100 }, null],
  ['click_to_install', 0.51, { clicks: 100 }, 'odd'],
  ['click_to_install', 0.0004, { clicks: 9999 }, null],
  ['click_to_install', 0.0004, { clicks: 10_000 }, 'odd'],
  ['suspicious_rate', 0.2, { installs: 30 }, 'odd'],
  ['suspicious_rate', 0.2, { installs: 29 }, 'few'],
  ['retention_d1', 0.95, { installs: 500 }, 'odd'],
  ['retention_d1', 0.3, { installs: 500 }, null],
  ['retention_d7', 0.5, { installs: 3 }, 'few'],
  ['retention_d7', null, { installs: 3 }, null],
  ['installs', 3, { installs: 3 }, null],
] as const)('%s of %j with %j is %s', (metric, value, values, kind) => {
  expect(judgeValue(metric, { value, values, platform: 'app' })?.kind ?? null).toBe(kind);
});

test('a flag has the words of the project', () => {
  const rate = { value: 0.2, values: { installs: 400 } };
  expect(judgeValue('suspicious_rate', { ...rate, platform: 'app' })?.reason).toContain(
    'many installs failed',
  );
  const onWeb = judgeValue('suspicious_rate', { ...rate, platform: 'web' })?.reason;
  expect(onWeb).toContain('many new visitors failed');
  expect(onWeb).not.toContain('install');
});

test('columns are loaded with what their rates are judged by, each once', () => {
  expect(withSamples(['installs', 'roas', 'cpi', 'retention_d7'])).toEqual([
    'installs',
    'roas',
    'cpi',
    'retention_d7',
    'attributed_installs',
  ]);
});
