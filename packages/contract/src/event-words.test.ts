import { expect, test } from 'vitest';
import { eventWords, INSTALL } from './event-words.ts';
import { PROJECT_WORDS } from './project-words.ts';

const { app, web } = PROJECT_WORDS;

test('the first step of a funnel says that it includes reinstalls', () => {
  expect(eventWords(INSTALL, app)).toBe('Install or reinstall');
});

test('events of the app keep their names', () => {
  expect(eventWords('add_to_cart', web)).toBe('add_to_cart');
});

test.each([
  [INSTALL, 'First visit'],
  ['$open', 'Website opened'],
  ['$session_start', 'Visit start'],
  ['$page_view', 'Page view'],
])('a website calls %s "%s"', (name, words) => {
  expect(eventWords(name, web)).toBe(words);
});
