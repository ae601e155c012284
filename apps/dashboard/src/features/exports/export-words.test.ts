import { expect, it } from 'vitest';
import { isBusy, sizeWords } from './export-words.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1449, '1.4 kB'],
  [24_300, '24 kB'],
  [5_000_000, '5 MB'],
  [1_230_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

it('knows what is still being written', () => {
  expect((['waiting', 'running', 'done', 'failed'] as const).filter((state) => isBusy({ state }))).toEqual([
    'waiting',
    'running',
  ]);
});
