import { expect, it } from 'vitest';
import { loginWords } from './login-words.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const login = (expires_at: string | null, state: 'active' | 'attention' = 'active') => ({
  state,
  expires_at,
  reason: state === 'attention' ? 'Meta answered 190. Connect again.' : null,
});

it.each([
  ['one without an end', login(null), 'neutral', 'Valid until it is revoked', false],
  ['one of two months', login('2027-01-15T10:00:00Z'), 'neutral', 'Ends in 8 weeks', false],
  ['one of seven days', login('2026-11-23T10:00:00Z'), 'neutral', 'Ends in 7 days', false],
  ['one of six days', login('2026-11-22T12:00:00Z'), 'warn', 'Ends in 6 days', false],
  ['one that has ended', login('2026-11-14T10:00:00Z'), 'bad', 'Ended 2 days ago', true],
  ['a refused one', login(null, 'attention'), 'bad', 'Meta answered 190. Connect again.', true],
])('says of %s how long it holds', (_which, given, tone, line, isOver) => {
  expect(loginWords(given, NOW)).toEqual({ tone, line, isOver });
});
