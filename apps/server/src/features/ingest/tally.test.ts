import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createTally } from './tally.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PAUSE_MS = 2000;

function build(write: (projectId: string, entries: number[]) => Promise<void>) {
  return createTally<number>({
    log: createLog('silent'),
    what: 'hints',
    mostOfProject: 2,
    add: (before, more) => before + more,
    write,
  });
}

test('a flood is one write for each project, with what came again summed', async () => {
  const write = vi.fn(async () => {});
  const tally = build(write);
  for (let n = 0; n < 1000; n += 1) tally.note('one', 'a', 1);
  tally.note('two', 'a', 1);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(write.mock.calls).toEqual([
    ['one', [1000]],
    ['two', [1]],
  ]);
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(write).toHaveBeenCalledTimes(2);
});

test('a project that makes up keys is cut, and takes no room from others', async () => {
  const write = vi.fn(async () => {});
  const tally = build(write);
  for (let n = 0; n < 1000; n += 1) tally.note('one', `made up ${n}`, 1);
  tally.note('one', 'made up 0', 5);
  tally.note('two', 'a', 1);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(write.mock.calls).toEqual([
    ['one', [6, 1]],
    ['two', [1]],
  ]);
});

test('what cannot be written of one project does not keep the others from it', async () => {
  const written: string[] = [];
  const tally = build(async (projectId) => {
    if (projectId === 'one') throw new Error('away');
    written.push(projectId);
  });
  tally.note('one', 'a', 1);
  tally.note('two', 'a', 1);
  await tally.stop();
  expect(written).toEqual(['two']);
});
