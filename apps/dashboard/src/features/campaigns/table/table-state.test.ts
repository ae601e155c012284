import { describe, expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../../address/address-state.ts';
import { conditionWords, readConditions, shownNumber, typedNumber } from '../filters/conditions.ts';
import { DEFAULT_TABLE, isFiltered, TABLE_STATE, type TableState, tableFilterParams } from './table-state.ts';

const readTable = (search: AddressSearch) => readAddress(TABLE_STATE, DEFAULT_TABLE, search);
const writeTable = (state: TableState) => writeAddress(TABLE_STATE, DEFAULT_TABLE, state);

const EVERYTHING: TableState = {
  status: 'archived',
  search: 'diwali',
  network: 'OTHER',
  countries: ['IN', 'NP'],
  platforms: ['ios', 'web'],
  tag: 'festive',
  conditions: [
    { metric: 'installs', operator: 'gt', number: '50' },
    { metric: 'event:cart, opened', operator: 'lte', number: '0.5' },
  ],
  group: 'ad_set',
  sort: 'event:cart: opened',
  order: 'asc',
  changes: true,
};

describe('the table of an address', () => {
  it('takes numbers and words that the router has read as values for text', () => {
    expect(readTable({ q: 2026 }).search).toBe('2026');
    expect(readTable({ q: true, tag: 7 })).toMatchObject({ search: 'true', tag: '7' });
  });

  it('leaves out what makes no sense', () => {
    const odd = {
      status: 'gone',
      q: { a: 1 },
      network: 'MYSPACE',
      countries: ['IN'],
      platforms: 'palm,ios,ios',
      having: 'installs:near:5|nothing:gt:1|clicks:gt:ten',
      group: 'mood',
      sort: 'beauty',
      order: 'up',
      changes: 'maybe',
    };
    expect(readTable(odd)).toEqual({ ...DEFAULT_TABLE, platforms: ['ios'] });
    expect(readTable({})).toEqual(DEFAULT_TABLE);
  });

  it('reads again what was written', () => {
    expect(readTable(writeTable(EVERYTHING))).toEqual(EVERYTHING);
    expect(readTable(writeTable(DEFAULT_TABLE))).toEqual(DEFAULT_TABLE);
  });
});

it('leaves the usual out of the address', () => {
  expect(Object.values(writeTable(DEFAULT_TABLE)).every((value) => value === undefined)).toBe(true);
});

it('queries what it shows', () => {
  expect(tableFilterParams(EVERYTHING, ['clicks', 'event:a,b'])).toEqual({
    filter: 'ARCHIVED',
    search: 'diwali',
    network: 'OTHER',
    countries: 'IN,NP',
    platforms: 'ios,web',
    tag: 'festive',
    having: 'installs:gt:50|event:cart, opened:lte:0.5',
    columns: 'clicks|event:a,b',
    group_by: 'ad_set',
    sort: 'event:cart: opened',
    order: 'asc',
  });
});

it('counts the state as no filter', () => {
  expect(isFiltered({ ...DEFAULT_TABLE, status: 'paused' })).toBe(false);
  for (const filter of [{ search: 'a' }, { network: 'META' as const }, { countries: ['IN'] }, { tag: 'x' }]) {
    expect(isFiltered({ ...DEFAULT_TABLE, ...filter })).toBe(true);
  }
});

describe('conditions', () => {
  it('takes at most ten', () => {
    const many = Array.from({ length: 12 }, (_, index) => `clicks:gt:${index}`).join('|');
    expect(readConditions(many)).toHaveLength(10);
  });

  it('takes a share as people type it', () => {
    expect(typedNumber('20', 'retention_d7')).toBe('0.2');
    expect(typedNumber('12.5 %', 'retention_d7')).toBe('0.125');
    expect(shownNumber({ metric: 'retention_d7', number: '0.125' })).toBe('12.5');
    expect(typedNumber('1,250.5', 'revenue')).toBe('1250.5');
    expect(typedNumber('0', 'roas')).toBe('0');
  });

  it('takes nothing that is no number', () => {
    expect(['', 'ten', '1e5', '--1', '1.1234567'].map((typed) => typedNumber(typed, 'clicks'))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('is said in words', () => {
    expect(conditionWords({ metric: 'installs', operator: 'gt', number: '50' }, 'INR')).toBe('> 50');
    expect(conditionWords({ metric: 'retention_d7', operator: 'gte', number: '0.2' }, 'INR')).toBe('≥ 20.0%');
  });
});
