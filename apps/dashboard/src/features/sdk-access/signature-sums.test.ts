import { expect, test } from 'vitest';
import { signatureSums } from './signature-sums.ts';

test('sums of days with their share, the valid ones first', () => {
  expect(signatureSums([])).toEqual([]);
  expect(
    signatureSums([
      { day: '2026-11-18', outcome: 'missing', count: 2 },
      { day: '2026-11-17', outcome: 'missing', count: 3 },
      { day: '2026-11-17', outcome: 'valid', count: 15 },
    ]),
  ).toEqual([
    { outcome: 'valid', count: 15, share: 0.75, latestDay: '2026-11-17' },
    { outcome: 'missing', count: 5, share: 0.25, latestDay: '2026-11-18' },
  ]);
});
