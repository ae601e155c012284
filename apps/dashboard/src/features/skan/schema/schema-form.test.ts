import { describe, expect, it } from 'vitest';
import {
  describeBase,
  foreignCurrencyOf,
  formOf,
  move,
  newBase,
  readAmounts,
  readNumbers,
  revenueOf,
  withBucketsOf,
  withoutCurrency,
} from './schema-form.ts';

describe('the form of a schema', () => {
  it('begins with the draft, and with nothing', () => {
    expect(formOf({ draft: null, active: null }).bases).toEqual([]);
    const schema = {
      bases: [],
      install_value: 1 as const,
      lock_first_window: 'never' as const,
      values_used: 2,
    };
    const times = { created_at: '', activated_at: null, retired_at: null };
    const draft = { version: 2, state: 'draft' as const, bases: ['a'], schema, ...times };
    expect(formOf({ draft, active: null })).toEqual({
      bases: [{ type: 'event', event: 'a' }],
      install_value: 1,
      lock_first_window: 'never',
    });
  });

  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [0, -1, ['a', 'b', 'c']],
    [2, 3, ['a', 'b', 'c']],
  ])('moves %i to %i', (from, to, moved) => {
    expect(move(['a', 'b', 'c'], from, to)).toEqual(moved);
  });

  it('takes an event that is not in use', () => {
    expect(newBase('event', ['a', 'b'], [{ type: 'funnel', steps: ['a'] }])).toEqual({
      type: 'event',
      event: 'b',
    });
    expect(newBase('funnel', [], [])).toEqual({ type: 'funnel', steps: [] });
  });

  it('has the buckets that were made of it', () => {
    const money = { type: 'revenue' as const, currency: 'INR', bounds: ['5', '50'], expected: ['9', '90'] };
    const made = {
      bases: [
        { type: 'event' as const, event: 'a' },
        { ...money, from: 'history' as const },
      ],
      install_value: 0 as const,
      lock_first_window: 'never' as const,
      values_used: 6,
    };
    const form = {
      bases: [
        { type: 'event' as const, event: 'a' },
        { type: 'revenue' as const, buckets: 2 },
      ],
      install_value: 0 as const,
      lock_first_window: 'after_24_hours' as const,
    };
    expect(withBucketsOf(form, made)).toEqual({
      ...form,
      bases: [form.bases[0], { type: 'revenue', currency: 'INR', bounds: ['5', '50'] }],
    });
  });

  it.each([
    ['INR', { type: 'revenue' }, null],
    ['USD', { type: 'revenue', currency: 'USD' }, 'USD'],
  ])('of revenue in %s has another currency than INR, or none', (currency, base, foreign) => {
    const form = {
      bases: [
        { type: 'event' as const, event: 'a' },
        { type: 'revenue' as const, currency },
      ],
      install_value: 0 as const,
      lock_first_window: 'never' as const,
    };
    const own = withoutCurrency(form, 'INR');
    expect(own).toEqual({ ...form, bases: [form.bases[0], base] });
    expect(foreignCurrencyOf(own)).toBe(foreign);
  });

  it('reads lists as people type them', () => {
    expect(readNumbers('1, 5;20 x 3.5')).toEqual([1, 5, 20]);
    expect(readAmounts('0.99, 4.99 -1 1e9')).toEqual(['0.99', '4.99']);
  });

  it('keeps of revenue what has a meaning', () => {
    const range = { type: 'revenue' as const, currency: 'USD', buckets: 3, min: '1', max: '9' };
    expect(revenueOf({ ...range, bounds: [] })).toEqual(range);
    expect(revenueOf({ ...range, bounds: ['5'] })).toEqual({
      type: 'revenue',
      currency: 'USD',
      bounds: ['5'],
    });
    expect(revenueOf({ type: 'revenue', buckets: 0, min: '' })).toEqual({ type: 'revenue' });
  });

  it('has words for each base', () => {
    expect(describeBase({ type: 'funnel', steps: ['a', 'b'] })).toBe('a → b');
  });

  it.each([
    [{}, 'revenue in as many buckets as there is room for'],
    [{ buckets: 5 }, 'revenue in 5 buckets'],
    [{ bounds: ['1', '10'] }, 'revenue from 1, 10'],
    [{ min: '49', max: '4900' }, 'revenue in as many buckets as there is room for, from 49 to 4900'],
    [{ min: '49', buckets: 3 }, 'revenue in 3 buckets, from 49'],
  ])('has words for revenue: %j', (given, words) => {
    expect(describeBase({ type: 'revenue', ...given })).toBe(words);
  });
});
