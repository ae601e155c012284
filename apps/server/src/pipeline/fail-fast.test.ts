import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransactionOutcomeUnknown } from '../db/is-away.ts';
import { failFast } from './fail-fast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A write that fails after a time, and counts how often it was tried. */
function failing(afterMs: number, error: Error) {
  const tried: string[] = [];
  const write = failFast(async (group: string) => {
    tried.push(group);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    throw error;
  });
  const outcomeOf = async (group: string) => {
    const outcome = write(group).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(afterMs);
    return await outcome;
  };
  return { tried, outcomeOf, write };
}
const away = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });

describe('groups behind one that waited in vain for the database', () => {
  test('are refused for a second without being tried, and tried again afterwards', async () => {
    const { tried, outcomeOf, write } = failing(4000, away);
    expect(await outcomeOf('first')).toBe(away);
    await expect(write('second')).rejects.toBe(away);
    expect(tried).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(1001);
    await outcomeOf('third');
    expect(tried).toEqual(['first', 'third']);
  });

  test('are not said to have an unknown outcome', async () => {
    const { outcomeOf, write } = failing(4000, new TransactionOutcomeUnknown(away));
    expect(await outcomeOf('first')).toBeInstanceOf(TransactionOutcomeUnknown);
    await expect(write('second')).rejects.toBe(away);
  });
});

test('a failure at once, a slow statement, or a failure of the items refuses nobody', async () => {
  for (const [afterMs, error] of [
    [0, away],
    [5000, new Error('Query read timeout')],
    [5000, new TransactionOutcomeUnknown(new Error('Query read timeout'))],
    [4000, Object.assign(new Error('bad'), { code: '23514' })],
  ] as const) {
    const { tried, outcomeOf } = failing(afterMs, error);
    await outcomeOf('first');
    await outcomeOf('second');
    expect(tried).toEqual(['first', 'second']);
  }
});
