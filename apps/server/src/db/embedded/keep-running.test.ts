import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepRunning, RESTART_PAUSES_MS } from './keep-running.ts';
import type { Postmaster } from './postmaster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A PostgreSQL that dies when the test says so. */
function fakePostmaster() {
  let die: (reason: string) => void = () => {};
  const died = new Promise<{ reason: string }>((resolve) => {
    die = (reason) => resolve({ reason });
  });
  const state = { isStopped: false };
  const stop = async () => {
    state.isStopped = true;
  };
  return { postmaster: { died, stop } satisfies Postmaster, die, state };
}

function supervise(pausesMs: number[]) {
  const started = [fakePostmaster()];
  const heard: string[] = [];
  const outcome = { reason: null as string | null, fails: false };
  const running = keepRunning((started[0] as ReturnType<typeof fakePostmaster>).postmaster, {
    pausesMs,
    restart: async () => {
      if (outcome.fails) throw new Error('no disk');
      const next = fakePostmaster();
      started.push(next);
      return next.postmaster;
    },
    onDeath: (reason) => heard.push(reason),
    onRestart: () => heard.push('runs again'),
  });
  void running.gaveUp.then(({ reason }) => {
    outcome.reason = reason;
  });
  const dieNow = async () => {
    started.at(-1)?.die('killed');
    await vi.advanceTimersByTimeAsync(0);
  };
  return { running, started, heard, outcome, dieNow };
}

describe('a PostgreSQL that dies', () => {
  test('is started again, after longer pauses the more often it dies, until it is given up', async () => {
    const { started, heard, outcome, dieNow } = supervise([0, 1000]);
    await dieNow();
    expect(heard).toEqual(['killed', 'runs again']);
    await dieNow();
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(started).toHaveLength(3);
    await dieNow();
    expect(outcome.reason).toBe('It did not start in 2 attempts. killed');
  });

  test('after it has run for long is started again as for the first time', async () => {
    const { outcome, started, dieNow } = supervise([0]);
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await vi.advanceTimersByTimeAsync(61_000);
      await dieNow();
    }
    expect(started).toHaveLength(4);
    expect(outcome.reason).toBeNull();
  });

  test('and cannot be started is given up with the reason', async () => {
    const { outcome, heard, dieNow } = supervise([0, 1000]);
    outcome.fails = true;
    await dieNow();
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual(['killed', 'no disk', 'no disk']);
    expect(outcome.reason).toBe('It did not start in 2 attempts. no disk');
  });

  test('stays down when Trailmark stops meanwhile', async () => {
    const { running, started, outcome, dieNow } = supervise([1000]);
    await dieNow();
    await running.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(started).toHaveLength(1);
    expect(outcome.reason).toBeNull();
  });
});

test('a PostgreSQL that is stopped is not started again', async () => {
  const { running, started } = supervise([0]);
  await running.stop();
  expect(started).toHaveLength(1);
  expect(started[0]?.state.isStopped).toBe(true);
});

test('the product tries for about a minute', () => {
  expect(RESTART_PAUSES_MS).toEqual([0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]);
});
