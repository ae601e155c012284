import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('look-ups of a project in the same turn are one, and each gets its own value', async () => {
  const loads: [string, string[]][] = [];
  const find = coalesce(async (projectId, keys) => {
    loads.push([projectId, keys]);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${projectId} ${key}`]));
  });
  const found = await Promise.all([
    ...['a', 'b', 'a', 'none'].map((key) => find('one', key)),
    find('two', 'a'),
  ]);
  expect(found).toEqual(['one a', 'one b', 'one a', null, 'two a']);
  expect(await find('one', 'c')).toBe('one c');
  expect(loads).toEqual([
    ['one', ['a', 'b', 'none']],
    ['two', ['a']],
    ['one', ['c']],
  ]);
});

test('a load that fails fails for those who asked for it, and for nobody after', async () => {
  let fails = true;
  const find = coalesce(async (_projectId, keys) => {
    if (fails) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([find('one', 'a'), find('one', 'b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await find('one', 'c')).toBe('c');
});
