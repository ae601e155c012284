import { CallError } from '@trailmark/contract/call';
import { expect, it } from 'vitest';
import { failedReason } from './failed-reason.ts';

it.each([
  [
    new CallError('no', 400, 'validation_failed', { state: 'is older than 15 minutes. Try again.' }),
    'This sign-in is older than 15 minutes. Try again.',
  ],
  [
    new CallError('no', 400, 'validation_failed', { code: 'is not accepted by Meta: it was used' }),
    'The code that the network sent is not accepted by Meta: it was used.',
  ],
  [
    new CallError('The permission ads_read was not given.', 409, 'conflict'),
    'The permission ads_read was not given.',
  ],
])('says in a sentence why a code was not taken', (error, words) => {
  expect(failedReason(error)).toBe(words);
});
