import { expect, test } from 'vitest';
import { instantOfId, newId, newToken } from './ids.ts';

test('an id is a UUID of version 7 and sorts by its time', () => {
  const times = [0, 1, 1_700_000_000_000, Date.UTC(2100, 0, 1)];
  const ids = times.map((time) => newId(new Date(time)));
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect([...ids].sort()).toEqual(ids);
});

test('an id says when it was made, and any other text of that form says something', () => {
  for (const time of [0, 1, 1_700_000_000_000]) {
    expect(instantOfId(newId(new Date(time)))).toEqual(new Date(time));
  }
  expect(instantOfId('ffffffff-ffff-ffff-ffff-ffffffffffff').getTime()).toBe(2 ** 48 - 1);
});

test('ids of one moment differ, and so do tokens', () => {
  const now = new Date();
  expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000);
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});
