import { expect, test } from 'vitest';
import { createBatchedLookUp } from './batched-look-up.ts';

test('a flood of unknown keys is one question at a time, and a known one among them is answered', async () => {
  const loads: string[][] = [];
  let running = 0;
  const find = createBatchedLookUp(async (keys) => {
    running += 1;
    expect(running).toBe(1);
    loads.push(keys);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return new Map(keys.filter((key) => key === 'known').map((key) => [key, key]));
  });
  const flood = Array.from({ length: 1200 }, (_, n) => find(`unknown ${n}`));
  expect(await find('known')).toBe('known');
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
  expect(loads.map((keys) => keys.length)).toEqual([1, 500, 500, 200]);
});

test('after a failure the next question is asked', async () => {
  let fails = true;
  const find = createBatchedLookUp(async (keys) => {
    if (fails) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(find('one')).rejects.toThrow('away');
  fails = false;
  expect(await find('two')).toBe('two');
});
