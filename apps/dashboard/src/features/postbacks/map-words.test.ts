import type { MapValue } from '@trailmark/contract/event-maps';
import { expect, test } from 'vitest';
import { ownEventWords, valueWords } from './map-words.ts';

test.each<[MapValue, string]>([
  [{ from: 'event' }, 'What was paid'],
  [{ from: 'none' }, 'No value'],
  [{ from: 'fixed', amount: 2.5, currency: 'USD' }, 'Always $2.50'],
  [{ from: 'property', property: 'price', currency: 'INR' }, 'price, in INR'],
])('a value of %j is shown as %s', (value, words) => {
  expect(valueWords(value)).toBe(words);
});

test.each([
  ['install', 'Install'],
  ['event', 'Every event of the app'],
  ['add_to_cart', 'add_to_cart'],
])('%s is shown as %s', (event, words) => {
  expect(ownEventWords(event)).toBe(words);
});
