import { expect, it } from 'vitest';
import { eventTypeWords, webhookName } from './webhook-words.ts';

it.each([
  [null, 'All messages'],
  [['install', 'payment', 'add_to_cart'], 'Install, Payment, add_to_cart'],
  [['event', 'signup', 'refund', 'payment'], 'Every event of the app, Sign-up and 2 more'],
])('%j are "%s"', (event_types, words) => {
  expect(eventTypeWords({ event_types })).toBe(words);
});

it('is called by its host where it has no name', () => {
  expect(webhookName({ name: 'Warehouse', url: 'https://kite.example/in' })).toBe('Warehouse');
  expect(webhookName({ name: '', url: 'https://kite.example/in' })).toBe('kite.example');
  expect(webhookName({ name: '', url: 'https://…' })).toBe('https://…');
});
