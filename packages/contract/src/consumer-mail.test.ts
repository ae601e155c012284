import { expect, test } from 'vitest';
import { isConsumerMail } from './consumer-mail.ts';

test.each([
  ['asha@gmail.com', true],
  [' Asha@GMail.com ', true],
  ['asha@googlemail.com', false],
  ['asha@kite.example', false],
  ['asha@notgmail.com', false],
  ['asha@gmail.com.example', false],
  ['gmail.com', false],
  ['', false],
])('%j is at the consumer mail domain: %s', (address, expected) => {
  expect(isConsumerMail(address)).toBe(expected);
});
