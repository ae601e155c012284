interface Waiting<Value> {
  key: string;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/** Loads what the keys of one project name; what is not there is left out. */
type Load<Value> = (projectId: string, keys: string[]) => Promise<Map<string, Value>>;

/**
 * Look-ups of a project that begin in the same turn of the event loop become one: what a batch asks for each of its
 * items costs one way to the database.
 */
export function coalesce<Value>(
  load: Load<Value>,
): (projectId: string, key: string) => Promise<Value | null> {
  const waiting = new Map<string, Waiting<Value>[]>();
  const run = async (projectId: string) => {
    const group = waiting.get(projectId) ?? [];
    waiting.delete(projectId);
    try {
      const values = await load(projectId, [...new Set(group.map(({ key }) => key))]);
      for (const { key, resolve } of group) resolve(values.get(key) ?? null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  return (projectId, key) =>
    new Promise((resolve, reject) => {
      const group = waiting.get(projectId) ?? [];
      group.push({ key, resolve, reject });
      waiting.set(projectId, group);
      if (group.length === 1) setImmediate(run, projectId);
    });
}
