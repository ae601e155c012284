import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { expect, test } from 'vitest';
import { resolveWindows, windowSeconds } from './windows.ts';

test("the project's windows hold where nothing overrides them", () => {
  expect(resolveWindows(DEFAULT_WINDOWS, undefined, undefined)).toEqual(DEFAULT_WINDOWS);
  expect(resolveWindows(DEFAULT_WINDOWS, {}, {})).toEqual(DEFAULT_WINDOWS);
});

test('a network overrides the project, a campaign overrides both, each window on its own', () => {
  expect(
    resolveWindows(
      DEFAULT_WINDOWS,
      { click_hours: 24, view_hours: 1, inactivity_days: 30, web_days: 14 },
      { click_hours: 48, probabilistic_hours: 0, reattribution_days: 30 },
    ),
  ).toEqual({
    click_hours: 48,
    probabilistic_hours: 0,
    view_hours: 1,
    reattribution_days: 30,
    inactivity_days: 30,
    web_days: 14,
  });
});

test('0 is a value, undefined is none', () => {
  const windows = resolveWindows(DEFAULT_WINDOWS, { view_hours: 0 }, { view_hours: undefined });
  expect(windows.view_hours).toBe(0);
});

test('what is no window is not taken over', () => {
  const stray = { click_hours: 5, colour: 'red' } as { click_hours: number };
  expect(resolveWindows(DEFAULT_WINDOWS, stray, undefined)).toEqual({ ...DEFAULT_WINDOWS, click_hours: 5 });
});

test.each([
  ['click_id', 'android', 7 * 86_400],
  ['click_id', 'web', 30 * 86_400],
  ['device_id', 'web', 30 * 86_400],
  ['google_ads', 'web', 30 * 86_400],
  ['coupon', 'web', 7 * 86_400],
  ['view', 'web', 86_400],
  ['view', 'ios', 86_400],
] as const)('a touch that matches by %s on %s may be %i seconds old', (match, platform, seconds) => {
  expect(windowSeconds(match, DEFAULT_WINDOWS, platform)).toBe(seconds);
});
