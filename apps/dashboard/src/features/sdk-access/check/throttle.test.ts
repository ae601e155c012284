import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a steady stream is followed by a run after each time, and by one after its end', () => {
  const runs: number[] = [];
  let at = 0;
  const throttle = createThrottle(() => runs.push(at), 700);
  for (at = 0; at <= 2000; at += 100) {
    throttle.request();
    vi.advanceTimersByTime(100);
  }
  expect(runs).toEqual([600, 1300, 2000]);
  at = 10_000;
  vi.advanceTimersByTime(8000);
  expect(runs).toEqual([600, 1300, 2000, 10_000]);
});

test('one request is one run, and none after the stop', () => {
  const run = vi.fn();
  const throttle = createThrottle(run, 700);
  throttle.request();
  vi.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(1);
  throttle.request();
  throttle.stop();
  vi.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(1);
});
