import { expect, it } from 'vitest';
import { linkWords } from './link-words.ts';

const link = (status: 'enabled' | 'revoked' | null, link_id: string | null = 'A1') => ({
  link_id,
  status,
  app_id: null,
});

it.each([
  ['none', undefined, null],
  ['one without an id', link('enabled', null), null],
  ['one that nobody asked about', link(null), null],
  ['one that works', link('enabled'), true],
  ['one that was taken back', link('revoked'), false],
])('says whether a link works: %s', (_which, given, isRight) => {
  expect(linkWords('iOS', given).isRight).toBe(isRight);
});
