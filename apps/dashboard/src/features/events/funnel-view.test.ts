import { describe, expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../address/address-state.ts';
import {
  chosenSteps,
  DEFAULT_FUNNEL,
  FUNNEL_VIEW,
  type FunnelView,
  hoursInWords,
  moveStep,
  timeInWords,
} from './funnel-view.ts';

const readFunnel = (search: AddressSearch) => readAddress(FUNNEL_VIEW, DEFAULT_FUNNEL, search);
const writeFunnel = (view: FunnelView) => writeAddress(FUNNEL_VIEW, DEFAULT_FUNNEL, view);

describe('the funnel of an address', () => {
  it('begins without steps of its own', () => {
    expect(readFunnel({})).toEqual({ steps: [], withinHours: 168 });
    expect(JSON.stringify(writeFunnel(readFunnel({})))).toBe('{}');
  });

  it('is what was written', () => {
    const funnel = { steps: ['$install', 'view, item', '404'], withinHours: 24 };
    expect(readFunnel(writeFunnel(funnel))).toEqual(funnel);
    expect(writeFunnel(funnel)).toEqual({ steps: '$install,view\\, item,404', within: 24 });
    const escaped = { steps: ['a\\', '\\,', ',', ''], withinHours: 168 };
    expect(readFunnel(writeFunnel(escaped))).toEqual(escaped);
    const unfinished = { steps: ['$install', ''], withinHours: 24 };
    expect(readFunnel(writeFunnel(unfinished))).toEqual(unfinished);
  });

  it('is read from older addresses, which have a list', () => {
    expect(readFunnel({ steps: ['$install', 'view, item'] }).steps).toEqual(['$install', 'view, item']);
  });

  it('leaves out what makes no sense', () => {
    expect(readFunnel({ steps: { a: 1 }, within: 0 })).toEqual(readFunnel({}));
    expect(readFunnel({ steps: ['a'], within: 2161 })).toEqual({ steps: ['a', ''], withinHours: 168 });
    expect(readFunnel({ steps: Array.from({ length: 9 }, () => 'a') }).steps).toHaveLength(8);
    expect(readFunnel({ steps: ['a', 404] }).steps).toEqual(['a', '404']);
  });

  it('is queried by the chosen steps', () => {
    expect(chosenSteps(['a', '', 'b'])).toEqual(['a', 'b']);
  });
});

it('moves a step, but not over the ends', () => {
  expect(moveStep(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moveStep(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveStep(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveStep(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

it.each([
  [1, '1 hour'],
  [24, '1 day'],
  [36, '36 hours'],
  [168, '7 days'],
])('%d hours are %s', (hours, words) => {
  expect(hoursInWords(hours)).toBe(words);
});

it.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [35, '35 s'],
  [111, '1 min 51 s'],
  [3600, '1 h'],
  [187_300, '2 d 4 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeInWords(seconds)).toBe(words);
});
