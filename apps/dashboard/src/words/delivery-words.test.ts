import { DELIVERY_KINDS } from '@trailmark/contract/deliveries';
import { expect, it } from 'vitest';
import {
  asSentence,
  deliveryName,
  deliveryStateWords,
  durationWords,
  MESSAGE_WORDS,
  messageWords,
} from './delivery-words.ts';

it('has a word of its own for every kind of message', () => {
  expect(new Set(DELIVERY_KINDS.map((kind) => MESSAGE_WORDS[kind])).size).toBe(DELIVERY_KINDS.length);
});

it('calls events as their app does, and everything else by its kind', () => {
  expect(deliveryName({ kind: 'event', event_name: 'add_to_cart' })).toBe('add_to_cart');
  expect(deliveryName({ kind: 'event', event_name: '$login' })).toBe('Login');
  expect(deliveryName({ kind: 'payment', event_name: '$payment' })).toBe('Payment');
  expect(deliveryName({ kind: 'decision_revised', event_name: '$install' })).toBe('Attribution revised');
  expect(messageWords('toString')).toBe('toString');
});

it('says whether something waits for its first attempt or for another', () => {
  expect(deliveryStateWords({ state: 'waiting', attempts: 0 }).label).toBe('Waiting');
  expect(deliveryStateWords({ state: 'waiting', attempts: 2 })).toEqual({
    label: 'Trying again',
    tone: 'warn',
  });
});

it('makes a sentence of what goes on from a name', () => {
  expect(asSentence('answered 503')).toBe('Answered 503');
  expect(asSentence('delivered')).toBe('Delivered');
  expect(asSentence('properties.utm_source: too long')).toBe('properties.utm_source: too long');
});

it.each([
  [0, '0 ms'],
  [240, '240 ms'],
  [1000, '1 s'],
  [1249, '1.2 s'],
  [9999, '9.9 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [190_000, '3 min 10 s'],
  [7_500_000, '2 h 5 min'],
  [187_200_000, '2 d 4 h'],
])('%d ms are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});
