import { DIFFERENCE_CAUSES } from '@trailmark/contract/network-spend';
import { describe, expect, it, test } from 'vitest';
import { causeWords, differenceHeadline, ruleWords, signedCount } from './difference-words.ts';

describe('the headline', () => {
  test.each([
    ['412', 371, '41', 'Meta claims 412 installs, Trailmark counts 371: 41 more.'],
    ['1', 1204, '-1203', 'Meta claims 1 install, Trailmark counts 1,204: 1,203 fewer.'],
    ['12.5', 12, '0.5', 'Meta claims 12.5 installs, Trailmark counts 12: 0.5 more.'],
    ['7', 7, '0', 'Meta claims 7 installs, and Trailmark counts as many.'],
  ])('of %s and %i', (claimed, ours, difference, words) => {
    expect(differenceHeadline('Meta', { claimed, ours, difference })).toBe(words);
  });
});

describe('a cause', () => {
  it('says in both directions what it means', () => {
    for (const cause of DIFFERENCE_CAUSES) {
      for (const isMore of [true, false]) {
        expect(causeWords(cause, { network: 'Meta', isMore }).text).toMatch(/^[A-Z].+\.$/);
      }
    }
  });

  it('has no installs to list only where nobody knows them', () => {
    const without = DIFFERENCE_CAUSES.filter(
      (cause) => causeWords(cause, { network: 'Meta', isMore: true }).noRows !== null,
    );
    expect(without).toEqual(['skan', 'not_seen']);
  });
});

it('a number has its sign', () => {
  expect([-41, 3, 0].map(signedCount)).toEqual(['−41', '+3', '0']);
});

it('rules are said with their units', () => {
  expect(ruleWords({ click_days: 7, view_days: 1, counts_by: 'touch' })).toEqual({
    clicks: 'up to 7 days before the install',
    views: 'up to 1 day before the install',
    day: 'the day of the click or view',
  });
});
