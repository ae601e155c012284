import { describe, expect, it } from 'vitest';
import { listValues } from './conditions.ts';
import { generateSchema, type SchemaRequest } from './generate.ts';

const make = (bases: SchemaRequest['bases'], more: Partial<SchemaRequest> = {}) =>
  generateSchema({
    bases,
    install_value: 0,
    lock_first_window: 'never',
    currency: 'USD',
    history: null,
    ...more,
  });

const schemaOf = (made: ReturnType<typeof make>) => {
  if ('refused' in made) throw new Error(JSON.stringify(made.refused));
  return made.schema;
};

const revenueOf = (made: ReturnType<typeof make>) => {
  const base = schemaOf(made).bases.find(({ type }) => type === 'revenue');
  if (base?.type !== 'revenue') throw new Error('no revenue');
  return base;
};

describe('bases that make a schema', () => {
  it.each<[string, SchemaRequest['bases'], number]>([
    ['a plain text is an event', ['signup'], 2],
    ['six events fill all values', ['a', 'b', 'c', 'd', 'e', 'f'], 64],
    ['a funnel has one value more than steps', [{ type: 'funnel', steps: ['a', 'b', 'c'] }], 4],
    ['engagement has a level for each count', [{ type: 'engagement', event: 'a', counts: [1, 5, 20] }], 4],
    ['only day 1 is in the first window', [{ type: 'retention', days: [1, 4, 14] }, 'a'], 4],
    ['revenue takes what is left', ['a', 'b', { type: 'revenue' }], 64],
    ['revenue takes what is asked for', ['a', { type: 'revenue', buckets: 3, min: '1', max: '100' }], 8],
  ])('%s', (_, bases, used) => {
    expect(schemaOf(make(bases)).values_used).toBe(used);
  });

  it('names values from the first base up', () => {
    const rows = listValues(schemaOf(make(['signup', { type: 'funnel', steps: ['cart', 'buy'] }])));
    expect(rows.slice(0, 7).map(({ coarse, conditions }) => [coarse, ...conditions])).toEqual([
      ['low'],
      ['medium', 'signup'],
      ['high', 'reached cart'],
      ['high', 'signup', 'reached cart'],
      ['high', 'reached buy'],
      ['high', 'signup', 'reached buy'],
      [null],
    ]);
  });

  it('takes days of later windows where the first is closed after 24 hours', () => {
    const bases = ['a', { type: 'retention' as const, days: [4] }];
    expect(schemaOf(make(bases, { lock_first_window: 'after_24_hours' })).values_used).toBe(2);
  });

  it('leaves 0 to nobody where an install is 1', () => {
    const rows = listValues(schemaOf(make(['signup'], { install_value: 1 })));
    expect(rows.slice(0, 4).map(({ coarse }) => coarse)).toEqual([null, 'low', 'high', null]);
  });
});

describe('bases that make none', () => {
  it.each<[string, SchemaRequest['bases'], Record<string, string>, Partial<SchemaRequest>?]>([
    [
      'seven events',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      { bases: 'need 128 values, and there are 64: remove a base, or give one fewer levels' },
    ],
    [
      'six events beside an install of 1',
      ['a', 'b', 'c', 'd', 'e', 'f'],
      { bases: 'need 64 values, and there are 63: remove a base, or give one fewer levels' },
      { install_value: 1 },
    ],
    [
      'six events and revenue',
      ['a', 'b', 'c', 'd', 'e', 'f', { type: 'revenue' }],
      { bases: 'need 128 values, and there are 64: remove a base, or give one fewer levels' },
    ],
    [
      'more bounds than there is room for',
      ['a', 'b', 'c', 'd', { type: 'revenue', bounds: ['1', '2', '3', '4'] }],
      { bases: 'need 80 values, and there are 64: remove a base, or give one fewer levels' },
    ],
    ['no bases', [], { bases: 'has no bases' }],
    [
      'day 1 where the first window is closed after 24 hours',
      ['a', { type: 'retention', days: [1, 4] }],
      { 'bases.1.days': 'have day 1, which nobody reaches where the first window is closed after 24 hours' },
      { lock_first_window: 'after_24_hours' },
    ],
    [
      'an event twice',
      ['a', { type: 'funnel', steps: ['b', 'a'] }],
      { 'bases.1': 'names a, which is named before' },
    ],
    [
      'revenue twice',
      [{ type: 'revenue' }, { type: 'revenue' }],
      { 'bases.1': 'is a second base of revenue, and there can be one' },
    ],
    [
      'a range that ends before it begins',
      [{ type: 'revenue', min: '5', max: '5' }],
      { 'bases.0.max': 'is not above min' },
    ],
    [
      'days of later windows alone',
      [{ type: 'retention', days: [3, 9] }],
      { bases: 'have no level in the first window, which ends with day 1' },
    ],
  ])('%s', (_, bases, refused, more) => {
    expect(make(bases, more)).toEqual({ refused });
  });
});

describe('buckets of revenue', () => {
  it('are those that are given, each worth the middle of its ends', () => {
    expect(revenueOf(make([{ type: 'revenue', bounds: ['1', '4', '16'] }]))).toEqual({
      type: 'revenue',
      currency: 'USD',
      bounds: ['1', '4', '16'],
      expected: ['2', '8', '32'],
      from: 'given',
    });
  });

  it('grow by the same factor within a range, and are round', () => {
    const { bounds, from } = revenueOf(make([{ type: 'revenue', min: '1', max: '1000', buckets: 4 }]));
    expect({ bounds, from }).toEqual({ bounds: ['1', '10', '100', '1000'], from: 'range' });
  });

  it('hold equal shares of revenue where there is enough history', () => {
    // 30 payers of 2 and 6 of 10 paid 60 each.
    const amounts = [...Array(30).fill('2'), ...Array(6).fill('10')];
    const requested = [{ type: 'revenue' as const, buckets: 2, currency: 'EUR' }];
    expect(revenueOf(make(requested, { history: { days: 60, amounts } }))).toEqual({
      type: 'revenue',
      currency: 'EUR',
      bounds: ['2', '10'],
      expected: ['2', '10'],
      from: 'history',
    });
    expect(revenueOf(make(requested, { history: { days: 59, amounts } })).from).toBe('range');
    expect(revenueOf(make(requested, { history: { days: 60, amounts: amounts.slice(17) } })).from).toBe(
      'range',
    );
  });

  it('are fewer where most paid the same', () => {
    const amounts = Array(100).fill('4.99');
    const { bounds, expected } = revenueOf(
      make([{ type: 'revenue', buckets: 5 }], { history: { days: 90, amounts } }),
    );
    expect({ bounds, expected }).toEqual({ bounds: ['4.99'], expected: ['4.99'] });
  });
});
