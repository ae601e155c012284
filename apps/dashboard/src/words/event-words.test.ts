import { expect, test } from 'vitest';
import { eventWords, INSTALL } from './event-words.ts';

test('the first step of a funnel says that it includes reinstalls', () => {
  expect(eventWords(INSTALL)).toBe('Install or reinstall');
});

test('events of the app keep their names', () => {
  expect(eventWords('add_to_cart')).toBe('add_to_cart');
});
