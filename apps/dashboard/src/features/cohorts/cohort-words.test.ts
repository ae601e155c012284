import type { CohortCell } from '@trailmark/contract/cohorts';
import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { describe, expect, it } from 'vitest';
import { cellWords, dayKindWords, isNotYet, paybackWords, rowWords } from './cohort-words.ts';

const cell = (more: Partial<CohortCell>): CohortCell => ({
  day: 7,
  value: 0.25,
  of: 30,
  over: 120,
  mature: true,
  ...more,
});
const said = (more: Partial<CohortCell>, metric: 'retention' | 'ltv' | 'roas' | 'revenue' = 'retention') =>
  cellWords({ cell: cell(more), metric, size: 120, style: { currency: 'INR' }, words: PROJECT_WORDS.app });

describe('a cell in words', () => {
  it('says from what it was counted', () => {
    expect(said({})).toMatch(/^25\.0%: 30 of 120 installs \+ reinstalls\. /);
    expect(said({ value: '12.5', of: '1500', over: 120 }, 'ltv')).toMatch(
      /^₹12\.50: ₹1,500\.00 ÷ 120 installs \+ reinstalls\. /,
    );
    expect(said({ value: 1.5, of: '30', over: '20' }, 'roas')).toMatch(
      /₹30\.00 of attributed revenue ÷ ₹20\.00 of spend\. /,
    );
  });

  it('says whether newer installs are left out', () => {
    expect(said({})).toMatch(/This day is over for every install of the row\.$/);
    expect(said({ mature: false })).toMatch(/Not yet mature: .* are left out\.$/);
  });

  it('distinguishes "not yet mature" from "nothing to divide by"', () => {
    expect(isNotYet({ value: null, over: null })).toBe(true);
    expect(said({ value: null, of: null, over: null, mature: false })).toMatch(/^Not yet mature/);
    expect(isNotYet({ value: null, over: '0' })).toBe(false);
    expect(said({ value: null, of: '10', over: '0', mature: false }, 'roas')).toBe(
      'There is nothing to divide by.',
    );
  });
});

it.each([
  [{ key: '2026-06-08', label: '2026-06-08' }, 'none', 'day', 'Mon 8 Jun'],
  [{ key: '2026-06-08', label: '2026-W24' }, 'none', 'week', 'W24 · 8 Jun'],
  [{ key: '2026-06-01', label: '2026-06' }, 'none', 'month', 'June 2026'],
  [{ key: 'IN', label: 'IN' }, 'country', 'day', 'India'],
  [{ key: 'ORGANIC', label: 'ORGANIC' }, 'network', 'day', 'Organic'],
  [{ key: '018f', label: 'Brand search' }, 'campaign', 'day', 'Brand search'],
] as const)('%j by %s and %s is %s', (row, group, span, words) => {
  expect(rowWords(row, { group, span })).toBe(words);
});

it('says how days are counted', () => {
  expect(dayKindWords('calendar', 'Kolkata +5:30', PROJECT_WORDS.app)).toBe('calendar days, Kolkata +5:30');
  expect(dayKindWords('24h', 'Kolkata +5:30', PROJECT_WORDS.app)).toMatch(/^24-hour days/);
  expect(dayKindWords('24h', 'Kolkata +5:30', PROJECT_WORDS.web)).toMatch(/of the first visit$/);
});

describe('the payback day', () => {
  const roas = (...values: CohortCell['value'][]) => values.map((value, day) => ({ day, value }));
  it.each([
    ['is the first with a ROAS of 1', roas(0.2, '0.9', '1', 0.95, 1.4), 'Spend is paid back on day 2.'],
    ['may be that of the install', roas(3), 'Spend is paid back on day 0.'],
    ['is not there before', roas(0.2, 0.999, null), 'Spend is not paid back by day 1.'],
    ['is not there without ROAS', roas(null, null), null],
    ['is not there without days', [], null],
  ])('%s', (_, cells, words) => expect(paybackWords(cells)).toBe(words));
});
