import { expect, it } from 'vitest';
import { columnWidth } from './table-layout.ts';

it('gives a column the room that its name needs on two lines', () => {
  const word = columnWidth('event:subscription', false);
  expect(columnWidth('event:subscription renewal', false)).toBe(word);
  expect(columnWidth('event:yearly subscription renewal', false)).toBeGreaterThan(word);
});

it('leaves room for a number, and for its change, and has an end', () => {
  const narrowest = columnWidth('event:a', false);
  expect(narrowest).toBe(columnWidth('event:b c', false));
  expect(columnWidth('event:a', true)).toBeGreaterThan(narrowest);
  expect(columnWidth(`event:${'a'.repeat(60)}`, false)).toBe(columnWidth(`event:${'a'.repeat(90)}`, false));
});
