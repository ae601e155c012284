/** Keys that one question to the database names at most. */
const KEYS_AT_ONCE = 500;

interface Waiting<Value> {
  key: string;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Look-ups one after the other, each with all keys that were asked for meanwhile: however many unknown keys
 * somebody makes up, they cost the database one connection and a few questions in a second.
 */
export function createBatchedLookUp<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | null> {
  let waiting: Waiting<Value>[] = [];
  let isRunning = false;
  const run = async () => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, KEYS_AT_ONCE);
      waiting = waiting.slice(KEYS_AT_ONCE);
      try {
        const values = await load([...new Set(group.map(({ key }) => key))]);
        for (const { key, resolve } of group) resolve(values.get(key) ?? null);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}
