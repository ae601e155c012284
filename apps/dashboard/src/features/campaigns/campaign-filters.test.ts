import { describe, expect, it } from 'vitest';
import { isFiltered, readFilters, writeFilters } from './campaign-filters.ts';

const NOTHING = { status: 'all', search: '', network: null } as const;

describe('readFilters', () => {
  it('reads what the address says', () => {
    expect(readFilters({ p_id: 'x', status: 'paused', q: 'summer', network: 'META' })).toEqual({
      status: 'paused',
      search: 'summer',
      network: 'META',
    });
  });

  it('takes numbers and words that the router has read as values for text', () => {
    expect(readFilters({ q: 2026 }).search).toBe('2026');
    expect(readFilters({ q: true }).search).toBe('true');
  });

  it('leaves out what makes no sense', () => {
    expect(readFilters({ status: 'gone', q: { a: 1 }, network: 'MYSPACE' })).toEqual(NOTHING);
    expect(readFilters({})).toEqual(NOTHING);
  });

  it('reads again what was written', () => {
    const filters = { status: 'archived', search: 'diwali', network: 'OTHER' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });
});

it('leaves the usual out of the address', () => {
  expect(writeFilters(NOTHING)).toEqual({ status: undefined, q: undefined, network: undefined });
});

it('counts the tab as no filter', () => {
  expect(isFiltered({ ...NOTHING, status: 'paused' })).toBe(false);
  expect(isFiltered({ ...NOTHING, search: 'a' })).toBe(true);
  expect(isFiltered({ ...NOTHING, network: 'META' })).toBe(true);
});
