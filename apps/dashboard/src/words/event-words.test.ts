import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { expect, test } from 'vitest';
import { eventWords, INSTALL, kindWords } from './event-words.ts';

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

test('an app is installed and opened, a website is visited', () => {
  expect([kindWords('install', app), kindWords('open', app)]).toEqual(['Install', 'Open']);
  expect([kindWords('install', web), kindWords('open', web)]).toEqual(['First visit', 'Visit']);
});
