import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer } from './read-answer.ts';

const read = (body: string) => readAnswer(z.object({ name: z.string() }), { body });

test.each([
  ['a NUL', '{"name":"Kite\\u0000 India"}', { name: 'Kite India' }],
  ['half of a character', '{"name":"Kite \\uD83D India"}', { name: 'Kite \uFFFD India' }],
  ['a whole character', '{"name":"Kite \\ud83e\\ude81"}', { name: 'Kite 🪁' }],
  ['a backslash', String.raw`{"name":"C:\\u0000"}`, { name: String.raw`C:\u0000` }],
  ['another shape', '{"title":"Kite"}', null],
  ['a page', '<html>', null],
])('an answer with %s', (_which, body, expected) => {
  expect(read(body)).toEqual(expected);
});

test('an answer that nests too deeply is none', () => {
  expect(read('['.repeat(200_000))).toBeNull();
});
