import { expect, it } from 'vitest';
import { jsonInLines } from './json-in-lines.ts';

it('gives every field a line, and leaves what is no JSON', () => {
  expect(jsonInLines('{"code":400,"error":"bad"}')).toBe('{\n  "code": 400,\n  "error": "bad"\n}');
  expect(jsonInLines('<h1>Busy</h1>')).toBe('<h1>Busy</h1>');
  expect(jsonInLines('')).toBe('');
});
