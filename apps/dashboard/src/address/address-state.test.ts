import { describe, expect, it } from 'vitest';
import {
  choiceParam,
  choicesParam,
  codesParam,
  flagParam,
  integerParam,
  nameParam,
  optionalParam,
  textParam,
} from './address-params.ts';
import { type AddressSchema, changeAddress, readAddress, writeAddress } from './address-state.ts';

interface ListState {
  search: string;
  owner: string | null;
  order: 'asc' | 'desc';
  kinds: readonly ('a' | 'b')[];
  codes: readonly string[];
  isOpen: boolean;
  days: number;
}

const SCHEMA: AddressSchema<ListState> = {
  search: textParam('q', 5),
  owner: optionalParam(
    'owner',
    nameParam('owner', (text) => text.startsWith('u')),
  ),
  order: choiceParam('order', ['asc', 'desc']),
  kinds: choicesParam('kinds', ['a', 'b']),
  codes: codesParam('codes', 2),
  isOpen: flagParam('open'),
  days: integerParam('days', { min: 1, max: 9 }),
};
const DEFAULTS: ListState = {
  search: '',
  owner: null,
  order: 'desc',
  kinds: [],
  codes: [],
  isOpen: false,
  days: 7,
};
const FULL: ListState = {
  search: 'x y',
  owner: 'u1',
  order: 'asc',
  kinds: ['a', 'b'],
  codes: ['IN', 'NP'],
  isOpen: true,
  days: 3,
};

describe('the state of an address', () => {
  it('is what was written, and nothing is written of defaults', () => {
    expect(readAddress(SCHEMA, DEFAULTS, writeAddress(SCHEMA, DEFAULTS, FULL))).toEqual(FULL);
    expect(JSON.stringify(writeAddress(SCHEMA, DEFAULTS, DEFAULTS))).toBe('{}');
    expect(readAddress(SCHEMA, DEFAULTS, {})).toEqual(DEFAULTS);
  });

  it('falls back to the default for what makes no sense', () => {
    const odd = { q: {}, owner: 'x', order: 'up', kinds: 'c', codes: ['IN'], open: 'maybe', days: 2.5 };
    expect(readAddress(SCHEMA, DEFAULTS, odd)).toEqual(DEFAULTS);
  });

  it('takes for text what the router has read as a number, and cuts it', () => {
    expect(readAddress(SCHEMA, DEFAULTS, { q: 1234567, codes: 'IN,,IN,USA', kinds: 'b,a' })).toEqual({
      ...DEFAULTS,
      search: '12345',
      codes: ['IN'],
      kinds: ['a', 'b'],
    });
  });
});

it('changes its own names and leaves the others', () => {
  const before = { p_id: 'x', q: 'sale', owner: 'u1', order: 'asc' };
  const after = changeAddress(SCHEMA, DEFAULTS, { owner: null, isOpen: true })(before);
  expect(JSON.parse(JSON.stringify(after))).toEqual({ p_id: 'x', q: 'sale', order: 'asc', open: true });
  expect('owner' in after).toBe(true);
});
