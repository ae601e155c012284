import { expect, test, vi } from 'vitest';
import type { Item } from '../../pipeline/group.ts';
import { createPropertyKeys, shortKey } from './property-keys.ts';

const eventWith = (...keys: string[]) => {
  const data = Object.fromEntries(keys.map((key) => [key, 1]));
  return { call: 'event', project: { projectId: 'p' }, event: { name: 'buy', data } } as unknown as Item;
};

test('long keys are kept as short ones, which differ as they do', () => {
  const long = Array.from({ length: 100 }, (_, n) => `${'x'.repeat(32_000)}${n}`);
  const kept = long.map(shortKey);
  expect(Math.max(...kept.map((key) => key.length))).toBeLessThan(50);
  expect(new Set(kept).size).toBe(100);
  expect(shortKey('price')).toBe('price');
});

test('long keys beyond the limit are noticed, those within it are not', () => {
  const note = vi.fn();
  const keys = createPropertyKeys({ limit: 2, hits: { note, stop: async () => {} } });
  const [one, two, three] = ['1', '2', '3'].map((end) => 'x'.repeat(500) + end) as [string, string, string];
  keys.check([[eventWith(one)], [eventWith(one, two)]]);
  expect(note).not.toHaveBeenCalled();
  keys.check([[eventWith(two, three)]]);
  expect(note).toHaveBeenCalledWith({
    projectId: 'p',
    kind: 'property_keys',
    beyond: 1,
    example: `buy: ${three}`,
  });
});
