import { describe, expect, it } from 'vitest';
import { changeAddress, readAddress } from '../address/address-state.ts';
import { todayIn } from './calendar-day.ts';
import { comparedWords, comparisonWords, rangeWords } from './range-words.ts';
import { DEFAULT_RANGE, daysOf, RANGE, type RangeState, rangeOf, readRangeSearch } from './report-range.ts';

const rangeIn = (search: object) => readAddress(RANGE, DEFAULT_RANGE, { ...search });
const changed = (search: object, change: Partial<RangeState>) =>
  changeAddress(RANGE, DEFAULT_RANGE, change)({ ...search });

describe('todayIn', () => {
  it.each([
    // The same instant is another day further east.
    ['UTC', '2026-06-30T18:29:59Z', '2026-06-30'],
    ['Asia/Kolkata', '2026-06-30T18:29:59Z', '2026-06-30'],
    ['Asia/Kolkata', '2026-06-30T18:30:00Z', '2026-07-01'],
    ['Asia/Kathmandu', '2026-06-30T18:15:00Z', '2026-07-01'],
    ['America/New_York', '2026-07-01T03:59:59Z', '2026-06-30'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    // The night on which New York's clocks go back has its hour twice and stays one day.
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    // Chile's clocks go forward at midnight: that day begins at one.
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
  ])('%s at %s is %s', (zone, instant, day) => {
    expect(todayIn(zone, new Date(instant))).toBe(day);
  });
});

describe('daysOf', () => {
  it.each([
    ['today', '2026-06-30', '2026-06-30', '2026-06-30'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last_7', '2026-11-03', '2026-10-28', '2026-11-03'],
    ['last_30', '2026-06-30', '2026-06-01', '2026-06-30'],
    ['last_90', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['this_month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['this_year', '2026-01-01', '2026-01-01', '2026-01-01'],
  ] as const)('%s on %s runs from %s to %s', (preset, today, from, to) => {
    expect(daysOf(preset, today)).toEqual({ from, to });
  });
});

describe('the address', () => {
  it('says nothing for the usual range', () => {
    expect(readRangeSearch({ range: 'last_30', compare: 'previous', p_id: 'x' })).toEqual({});
    expect(rangeOf(DEFAULT_RANGE, '2026-06-30')).toEqual({
      preset: 'last_30',
      from: '2026-06-01',
      to: '2026-06-30',
      compare: 'previous',
    });
  });

  it('takes days before a preset, and leaves out what makes no sense', () => {
    expect(readRangeSearch({ range: 'last_7', from: '2026-06-01', to: '2026-06-02' })).toEqual({
      from: '2026-06-01',
      to: '2026-06-02',
    });
    for (const [from, to] of [
      ['2026-06-02', '2026-06-01'],
      ['2026-02-30', '2026-03-01'],
      ['2020-01-01', '2026-01-01'],
      ['2026-06-01', undefined],
      [20260601, 20260602],
    ]) {
      expect(readRangeSearch({ from, to, range: 'last_7', compare: 'never' })).toEqual({ range: 'last_7' });
    }
  });

  it('reads again what was written', () => {
    const custom = changed(
      { range: 'last_7', compare: 'year' },
      { period: { from: '2026-06-01', to: '2026-06-09' } },
    );
    expect(custom).toEqual({ range: undefined, from: '2026-06-01', to: '2026-06-09', compare: 'year' });
    expect(rangeOf(rangeIn(custom), '2026-06-30')).toMatchObject({
      preset: null,
      compare: 'year',
    });
    expect(changed(custom, { period: { preset: 'last_30' } })).toEqual({
      range: undefined,
      from: undefined,
      to: undefined,
      compare: 'year',
    });
    expect(changed(custom, { compare: 'previous' })).toMatchObject({
      from: '2026-06-01',
      compare: undefined,
    });
  });
});

describe('rangeWords', () => {
  const today = '2026-06-30';
  it('names the days and what they are compared with', () => {
    const words = rangeWords(rangeOf(DEFAULT_RANGE, today), today);
    expect(words.days).toMatch(/^1\s?–\s?30 Jun$/u);
    expect(words.comparison).toBe('vs previous 30 days');
  });

  it('names the year where it is another', () => {
    const range = rangeOf(rangeIn({ from: '2025-12-31', to: '2025-12-31', compare: 'none' }), today);
    expect(rangeWords(range, today)).toEqual({ days: '31 Dec 2025', comparison: '' });
    expect(comparisonWords(range, 'previous', today)).toBe('vs the day before');
    expect(comparisonWords(range, 'year', today)).toBe('vs a year earlier');
    expect(comparisonWords(range, 'weekdays', today)).toBe('vs the same weekday last week');
    expect(comparisonWords(range, '2025-11-28', today)).toBe('vs 28 Nov 2025');
  });

  it('says until when the last day of a compared period counts', () => {
    const compared = { from: '2026-06-29', to: '2026-06-29', until: '14:30' };
    const day = { from: today, to: today };
    expect(comparedWords({ ...day, compared }, today)).toBe('29 Jun until 14:30, like today');
    const over = { from: '2026-06-28', to: '2026-06-28' };
    expect(comparedWords({ ...over, compared: { ...compared, until: null } }, today)).toBe('29 Jun');
    expect(comparedWords({ ...over, compared: null }, today)).toBeNull();
  });

  it('says where today is compared with a whole day', () => {
    const compared = { from: '2026-01-01', to: '2026-03-31', until: null };
    const words = comparedWords({ from: '2026-04-01', to: today, compared }, today);
    expect(words).toMatch(/^1 Jan\s?–\s?31 Mar, whole days although today is not over$/u);
  });

  it('does not compare days with later ones', () => {
    const range = { from: '2026-06-01', to: '2026-06-09' };
    expect(rangeOf({ period: range, compare: '2026-05-04' }, today).compare).toBe('2026-05-04');
    expect(rangeOf({ period: range, compare: '2026-06-01' }, today).compare).toBe('previous');
  });
});
