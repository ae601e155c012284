import { expect, it } from 'vitest';
import { columnWidth } from './table-layout.ts';

const LOOK = { platform: 'app', isCompared: false } as const;
const COMPARED = { platform: 'app', isCompared: true } as const;

it('gives a column the room that its name needs on two lines', () => {
  const word = columnWidth('event:subscription', LOOK);
  expect(columnWidth('event:subscription renewal', LOOK)).toBe(word);
  expect(columnWidth('event:yearly subscription renewal', LOOK)).toBeGreaterThan(word);
});

it('leaves room for a number, and for its change, and has an end', () => {
  const narrowest = columnWidth('event:a', LOOK);
  expect(narrowest).toBe(columnWidth('event:b c', LOOK));
  expect(columnWidth('event:a', COMPARED)).toBeGreaterThan(narrowest);
  expect(columnWidth(`event:${'a'.repeat(60)}`, LOOK)).toBe(columnWidth(`event:${'a'.repeat(90)}`, LOOK));
});
