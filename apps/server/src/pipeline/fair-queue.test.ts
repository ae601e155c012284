import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

interface Item {
  project: string;
  weight: number;
  n: number;
}

const build = (given: { maxGroup?: number; maxQueued?: number; groupByProject?: boolean } = {}) =>
  createFairQueue<Item>({
    projectOf: ({ project }) => project,
    weigh: ({ weight }) => weight,
    maxGroup: given.maxGroup ?? 100,
    maxQueued: given.maxQueued ?? 100_000,
    groupByProject: given.groupByProject ?? false,
  });

const item = (project: string, weight: number, n = 0): Item => ({ project, weight, n });
const weightOf = (items: Item[]) => items.reduce((sum, { weight }) => sum + weight, 0);
const projectsOf = (items: Item[]) => [...new Set(items.map(({ project }) => project))];

describe('a fair queue', () => {
  test('puts small traffic of many projects into one group', () => {
    const queue = build();
    const projects = Array.from({ length: 40 }, (_, n) => `p${n}`);
    for (const project of projects) for (const n of [1, 2]) queue.push(item(project, 1, n));
    expect(projectsOf(queue.take('light'))).toEqual(projects);
    expect(queue.weight()).toBe(0);
  });

  test('gives a project that is alone the whole group', () => {
    const queue = build();
    for (let n = 0; n < 250; n += 1) queue.push(item('alone', 1, n));
    expect(queue.take('heavy').map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(queue.take('heavy')).toHaveLength(100);
    expect(queue.take('heavy')).toHaveLength(50);
  });

  test('never puts a project of which little waits together with one of which much waits', () => {
    const queue = build();
    for (let n = 0; n < 50; n += 1) queue.push(item('much', 1, n));
    queue.push(item('little', 1));
    expect(projectsOf(queue.take('light'))).toEqual(['little']);
    expect(projectsOf(queue.take('heavy'))).toEqual(['much']);
  });

  test('makes an item that is heavier than a group a group of its own', () => {
    const queue = build();
    queue.push(item('huge', 900, 1));
    queue.push(item('huge', 900, 2));
    expect(queue.take('heavy').map(({ n }) => n)).toEqual([1]);
    expect(queue.take('heavy').map(({ n }) => n)).toEqual([2]);
  });

  test('fills a group with several projects of which much waits', () => {
    const queue = build();
    for (const project of ['a', 'b', 'c']) for (let n = 0; n < 60; n += 1) queue.push(item(project, 1, n));
    const group = queue.take('heavy');
    expect(weightOf(group)).toBe(100);
    expect(projectsOf(group)).toEqual(['a', 'b', 'c']);
  });

  test('keeps projects apart where a group holds one only, in turn', () => {
    const queue = build({ groupByProject: true });
    for (const project of ['a', 'b']) for (let n = 0; n < 150; n += 1) queue.push(item(project, 1, n));
    const groups = Array.from({ length: 4 }, () => queue.take('heavy'));
    expect(groups.map(projectsOf)).toEqual([['a'], ['b'], ['a'], ['b']]);
    expect(groups.map(weightOf)).toEqual([100, 100, 50, 50]);
  });

  test('gives a project no more than its turn for having been alone before', () => {
    const queue = build();
    for (let n = 0; n < 2000; n += 1) queue.push(item('first', 1, n));
    queue.take('heavy');
    for (let n = 0; n < 500; n += 1) queue.push(item('second', 1, n));
    const groups = Array.from({ length: 6 }, () => queue.take('heavy'));
    const share = groups.map((group) => group.filter(({ project }) => project === 'second').length);
    expect(share).toEqual([50, 50, 50, 50, 50, 50]);
  });

  test('takes what is being written of a project for its load', () => {
    const queue = build();
    for (let n = 0; n < 50; n += 1) queue.push(item('busy', 1, n));
    const group = queue.take('heavy');
    queue.push(item('busy', 1));
    queue.push(item('quiet', 1));
    expect(projectsOf(queue.take('light'))).toEqual(['quiet']);
    queue.end(group);
    expect(projectsOf(queue.take('light'))).toEqual(['busy']);
  });

  test('lets a slow project go alone', () => {
    const queue = build();
    queue.push(item('slow', 1, 1));
    queue.push(item('quiet', 1));
    queue.setSlow('slow');
    queue.push(item('slow', 1, 2));
    queue.push(item('other', 1));
    queue.setSlow('other');
    expect(projectsOf(queue.take('light'))).toEqual(['quiet']);
    expect([queue.take('slow'), queue.take('slow')].map(projectsOf)).toEqual([['slow'], ['other']]);
    expect(queue.weight()).toBe(0);
  });

  test('lets no project take the room of the others', () => {
    const queue = build({ maxQueued: 1000 });
    let taken = 0;
    while (queue.push(item('hostile', 1, taken))) taken += 1;
    expect(taken).toBe(500);
    while (queue.push(item('second', 1, taken))) taken += 1;
    expect(taken).toBe(750);
    expect(queue.push(item('quiet', 1))).toBe(true);
    expect(queue.weight()).toBe(751);
  });

  test('takes an item that is larger than itself when nothing waits', () => {
    const queue = build({ maxQueued: 10 });
    expect(queue.push(item('huge', 500))).toBe(true);
    expect(queue.push(item('huge', 1))).toBe(false);
  });
});

const items = fc.array(
  fc.record({
    project: fc.constantFrom('a', 'b', 'c', 'd'),
    weight: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
  }),
  { maxLength: 80 },
);

/** Takes until nothing waits, the loads in turn. */
function drain(queue: ReturnType<typeof build>): Item[][] {
  const groups: Item[][] = [];
  for (let turn = 0; queue.weight() > 0; turn += 1) {
    const group = queue.take(turn % 2 === 0 ? 'light' : 'heavy');
    if (group.length > 0) groups.push(group);
    if (turn > 10_000) throw new Error('Something is never taken.');
  }
  return groups;
}

describe('whatever waits in a fair queue', () => {
  test('is taken once, in the order of its project, in groups that are not too heavy', () => {
    fc.assert(
      fc.property(items, fc.boolean(), (given, groupByProject) => {
        const queue = build({ groupByProject });
        for (const [n, one] of given.entries()) queue.push({ ...one, n });
        const groups = drain(queue);
        for (const group of groups) expect(group.length === 1 || weightOf(group) <= 100).toBe(true);
        if (groupByProject) for (const group of groups) expect(projectsOf(group)).toHaveLength(1);
        for (const project of ['a', 'b', 'c', 'd']) {
          const isOwn = (one: { project: string }) => one.project === project;
          const expected = given.flatMap((one, n) => (isOwn(one) ? [n] : []));
          expect(groups.flatMap((group) => group.filter(isOwn).map(({ n }) => n))).toEqual(expected);
        }
        expect([queue.weightOf('light'), queue.weightOf('heavy')]).toEqual([0, 0]);
      }),
    );
  });

  test('is served alike: of two projects that both wait, none gets far ahead', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(weights, weights, (first, second) => {
        const queue = build();
        for (const weight of first) queue.push(item('a', weight));
        for (const weight of second) queue.push(item('b', weight));
        const served = { a: 0, b: 0 };
        const left = { a: first.length, b: second.length };
        while (left.a > 20 && left.b > 20) {
          for (const one of queue.take('heavy')) {
            served[one.project as 'a' | 'b'] += one.weight;
            left[one.project as 'a' | 'b'] -= 1;
          }
          // What one has saved up for the heaviest item, and what the other owes for such an item.
          expect(Math.abs(served.a - served.b)).toBeLessThanOrEqual(2 * 200);
        }
      }),
    );
  });
});
