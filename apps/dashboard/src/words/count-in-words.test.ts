import { expect, it } from 'vitest';
import { countInWords } from './count-in-words.ts';

it('counts one, none and many', () => {
  expect([0, 1, 2, 1234].map((count) => countInWords(count, 'link'))).toEqual([
    '0 links',
    '1 link',
    '2 links',
    '1,234 links',
  ]);
  expect(countInWords(2, 'entry', 'entries')).toBe('2 entries');
});
