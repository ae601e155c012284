import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createLosses } from './losses.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('losses are counted each and logged at once, then together, and not again when there are no more', async () => {
  const lines: { lost: number; code?: string }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const losses = createLosses(log);
  const full = Object.assign(new Error('no space left: 203.0.113.9'), { code: 'ENOSPC' });
  for (let n = 0; n < 5; n += 1) losses.note('click', full);
  losses.note('view', full);
  expect(lines).toMatchObject([{ lost: 1, code: 'ENOSPC' }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toMatchObject([{ lost: 1 }, { lost: 5 }]);
  await vi.advanceTimersByTimeAsync(60_000);
  losses.note('view', full);
  losses.note('view', full);
  losses.stop();
  expect(lines.map(({ lost }) => lost)).toEqual([1, 5, 1, 1]);
  expect([losses.count('click'), losses.count('view')]).toEqual([5, 3]);
  expect(JSON.stringify(lines)).not.toContain('203.0.113.9');
});
