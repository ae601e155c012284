import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { describe, expect, it } from 'vitest';
import { foundByWords, peopleCountWords } from './people-words.ts';

describe('the count of a list', () => {
  const count = (installs: number | null, people: number | null, is_more = false) =>
    peopleCountWords({ installs, people, is_more }, PROJECT_WORDS.app);

  it.each([
    [count(12_900, 12_431), '12,431 people with 12,900 installs + reinstalls'],
    [count(34, 34), '34 people'],
    [count(1, 1), '1 person'],
    [count(0, 0), '0 people'],
    [count(12, null), '12 installs + reinstalls'],
    [count(1, null), '1 install'],
    [count(100_000, null, true), 'More than 100,000 installs + reinstalls'],
    [count(null, null, true), 'Too many to count in time; choose a shorter period'],
    [
      peopleCountWords({ installs: 3, people: 2, is_more: false }, PROJECT_WORDS.web),
      '2 people with 3 new + recognised visitors',
    ],
  ])('is %j', (words, expected) => {
    expect(words).toBe(expected);
  });
});

it('names the ids that a row was found by, and not what the row shows', () => {
  expect(foundByWords(['click_id', 'payment_id'])).toBe('click id, payment id');
  expect(foundByWords(['email', 'name'])).toBeNull();
  expect(foundByWords([])).toBeNull();
});
