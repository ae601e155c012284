import { describe, expect, test } from 'vitest';
import { createPicker } from './picker.ts';
import { createRandom } from './random.ts';

const many = 20_000;
const draw = (next: () => number) => Array.from({ length: many }, next);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('chance', () => {
  test('is the same for the same seed, and another for another', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((seed) => draw(createRandom(seed).next));
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  test('is spread evenly, also by seeds that differ little', () => {
    const { next } = createRandom('x');
    const counts = Array.from({ length: 10 }, () => 0);
    for (const value of draw(next)) counts[Math.floor(value * 10)]! += 1;
    for (const count of counts) expect(count / many).toBeCloseTo(0.1, 1);
    const firsts = Array.from({ length: many }, (_, index) => createRandom(`person/${index}`).next());
    expect(mean(firsts)).toBeCloseTo(0.5, 1);
    expect(new Set(firsts).size).toBeGreaterThan(many * 0.99);
  });

  test('draws normal and log-normal numbers', () => {
    const random = createRandom('n');
    const values = draw(random.normal);
    expect(Math.abs(mean(values))).toBeLessThan(0.05);
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1);
    const sorted = draw(() => random.logNormal(5, 1)).sort((one, other) => one - other);
    expect(sorted[many / 2]).toBeGreaterThan(4.7);
    expect(sorted[many / 2]).toBeLessThan(5.3);
  });

  test('picks by weight, and never what weighs nothing', () => {
    const random = createRandom('w');
    const pick = createPicker([0, 3, 0, 1]);
    const indexes = draw(() => pick(random));
    expect(new Set(indexes)).toEqual(new Set([1, 3]));
    expect(indexes.filter((index) => index === 1).length / many).toBeCloseTo(0.75, 1);
    const list = [
      { name: 'never', weight: 0 },
      { name: 'often', weight: 3 },
      { name: 'seldom', weight: 1 },
    ];
    const names = Array.from({ length: many }, () => random.weighted(list).name);
    expect(names).not.toContain('never');
    expect(names.filter((name) => name === 'often').length / many).toBeCloseTo(0.75, 1);
  });

  test('makes ids of the right form', () => {
    const random = createRandom('id');
    expect(random.uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(random.hex(20)).toMatch(/^[\da-f]{20}$/);
    expect(() => random.pick([])).toThrow('nothing to pick');
  });
});
