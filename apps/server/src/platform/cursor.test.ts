import { Day, Instant, StorableId } from '@trailmark/contract/fields';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCursor } from './cursor.ts';

const cursor = createCursor(z.tuple([Day, Instant, StorableId, z.int().min(0)]));
const REAL = ['2026-01-31', '2026-01-31T23:59:59.999Z', 'हि/"\n🎆', 7] as const;
const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  test('comes back as it was written, and there may be none', () => {
    expect(cursor.read(cursor.write([...REAL]))).toEqual(REAL);
    expect(cursor.read(undefined)).toBeNull();
  });

  test.each([
    [0, '2020-02-30'],
    [0, '2025-02-29'],
    [0, '0000-01-01'],
    [0, '275760-09-13'],
    [0, 20260101],
    [1, '2020-02-30T00:00:00.000Z'],
    [1, '0000-01-01T00:00:00.000Z'],
    [1, '2026-01-01T24:00:00.000Z'],
    [1, '+275760-09-13T00:00:00.000Z'],
    [2, 'a\0b'],
    [2, '\ud800'],
    [2, ''],
    [2, 'x'.repeat(257)],
    [2, null],
    [3, -1],
    [3, 1.5],
    [3, 1e300],
    [3, '7'],
  ] as const)('is refused when part %i is %j', (at, value) => {
    expect(() => cursor.read(forged([...REAL].with(at, value as never)))).toThrow('cursor is not a cursor');
  });

  test.each(
    [
      ['', '%', 'A', '[]', forged({}), forged(null), forged([]), forged(REAL.slice(1)), forged([...REAL, 1])],
    ].flat(),
  )('is refused as %j', (text) => {
    expect(() => cursor.read(text)).toThrow('cursor is not a cursor');
  });
});
