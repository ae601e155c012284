import type { Ports, Reply, StoragePort } from '../ports.ts';

/** Time that passes only when a test says so. The clock may jump; what is scheduled does not care. */
export function createFakeTime() {
  let elapsed = 0;
  let skew = Date.UTC(2026, 0, 5, 9);
  let timers: { at: number; run: () => void }[] = [];
  const microtasks = async () => {
    for (let turn = 0; turn < 40; turn++) await Promise.resolve();
  };
  return {
    now: () => elapsed + skew,
    jump(ms: number) {
      skew += ms;
    },
    schedule(run: () => void, ms: number) {
      timers.push({ at: elapsed + ms, run });
    },
    async pass(ms: number) {
      const end = elapsed + ms;
      await microtasks();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        elapsed = Math.max(elapsed, next.at);
        next.run();
        await microtasks();
      }
      elapsed = end;
    },
  };
}
export type FakeTime = ReturnType<typeof createFakeTime>;

export function createFakeStorage() {
  const values = new Map<string, string>();
  const storage: StoragePort = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return { values, storage };
}

/** The same numbers for the same seed. */
export function createFakeRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Ports of a program that can be killed: it then hears of no timer and no answer any more. */
export function createFakeDevice(
  time: FakeTime,
  {
    storage,
    random,
    send,
  }: { storage: StoragePort; random: () => number; send: (path: string, text: string) => Promise<Reply> },
) {
  let isAlive = true;
  const ports: Ports = {
    storage: () => ({
      getItem: (key) => (isAlive ? storage.getItem(key) : null),
      setItem: (key, value) => isAlive && storage.setItem(key, value),
      removeItem: (key) => isAlive && storage.removeItem(key),
    }),
    now: time.now,
    random,
    schedule: (run, ms) => time.schedule(() => isAlive && run(), ms),
    async send(path, text) {
      const reply = await send(path, text);
      return isAlive ? reply : new Promise(() => {});
    },
  };
  return {
    ports,
    kill: () => {
      isAlive = false;
    },
  };
}
