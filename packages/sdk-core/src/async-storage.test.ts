import { expect, test } from 'vitest';
import { openAsyncStorage } from './async-storage.ts';

function slowStorage(values: Record<string, string>) {
  const writes: string[] = [];
  let fails = 0;
  return {
    values,
    writes,
    failNext: (count: number) => {
      fails = count;
    },
    storage: {
      get: async (key: string) => values[key] ?? null,
      set: async (key: string, value: string) => {
        writes.push(`${key}=${value}`);
        await Promise.resolve();
        if (fails-- > 0) throw new Error('full');
        values[key] = value;
      },
      remove: async (key: string) => {
        writes.push(`${key}-`);
        delete values[key];
      },
    },
  };
}
const later = () => new Promise((resolve) => setTimeout(resolve, 5));

test('reads once, answers at once, and writes in order', async () => {
  const { storage, values, writes } = slowStorage({ tm: 'a' });
  const sync = await openAsyncStorage(storage);
  expect(sync.getItem('tm')).toBe('a');
  expect(sync.getItem('tm.q')).toBeNull();
  for (const value of ['b', 'c', 'd']) sync.setItem('tm', value);
  sync.setItem('tm.q', '[]');
  expect(sync.getItem('tm')).toBe('d');
  await later();
  expect(values).toEqual({ tm: 'd', 'tm.q': '[]' });
  // What was overtaken is not written.
  expect(writes).not.toContain('tm=c');
  sync.removeItem('tm');
  await later();
  expect(values).toEqual({ 'tm.q': '[]' });
});

test('a write that fails is tried again with the next', async () => {
  const { storage, values, failNext } = slowStorage({});
  const sync = await openAsyncStorage(storage);
  failNext(1);
  sync.setItem('tm', 'a');
  await later();
  expect(values).toEqual({});
  sync.setItem('tm.q', 'b');
  await later();
  expect(values).toEqual({ tm: 'a', 'tm.q': 'b' });
});

test('a read that fails is nothing', async () => {
  const { storage } = slowStorage({});
  const sync = await openAsyncStorage({ ...storage, get: () => Promise.reject(new Error('locked')) });
  expect(sync.getItem('tm')).toBeUndefined();
});
