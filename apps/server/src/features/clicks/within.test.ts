import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWithin, TooSlow } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outcomeOf = (promise: Promise<string>) => {
  const seen: { outcome: unknown } = { outcome: 'none yet' };
  promise.then(
    (value) => {
      seen.outcome = value;
    },
    (error) => {
      seen.outcome = error;
    },
  );
  return seen;
};
const never = () => new Promise<string>(() => {});
const after = (ms: number, value: string) =>
  new Promise<string>((resolve) => setTimeout(() => resolve(value), ms));

describe('within a time', () => {
  test('what is settled before keeps its outcome, what is not is too slow, each by its own time', async () => {
    const inTime = createWithin(250);
    const quick = outcomeOf(inTime(after(249, 'done')));
    const early = outcomeOf(inTime(never()));
    await vi.advanceTimersByTimeAsync(100);
    const later = outcomeOf(inTime(never()));
    const failed = outcomeOf(inTime(Promise.reject(new Error('no'))));
    await vi.advanceTimersByTimeAsync(150);
    expect(quick.outcome).toBe('done');
    expect(early.outcome).toBeInstanceOf(TooSlow);
    expect(later.outcome).toBe('none yet');
    expect(failed.outcome).toEqual(new Error('no'));
    await vi.advanceTimersByTimeAsync(101);
    expect(later.outcome).toBeInstanceOf(TooSlow);
  });

  test('the time begins again after a pause', async () => {
    const inTime = createWithin(250);
    await inTime(Promise.resolve('done'));
    await vi.advanceTimersByTimeAsync(1000);
    const one = outcomeOf(inTime(never()));
    await vi.advanceTimersByTimeAsync(249);
    expect(one.outcome).toBe('none yet');
    await vi.advanceTimersByTimeAsync(2);
    expect(one.outcome).toBeInstanceOf(TooSlow);
  });
});
