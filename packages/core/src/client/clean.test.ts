import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanObject, cleanText, optionalInstant, optionalText } from './clean.ts';

/** What PostgreSQL takes as text. */
const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
/** Texts with everything that databases do not like. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\u0000', '\ud83d', '\ude00', 'a') }),
);

describe('a text', () => {
  test.each([
    ['ordinary text', 'Pixel 7', 'Pixel 7'],
    ['NUL', 'a\u0000b', 'ab'],
    ['half a pair', 'a\ud83db', 'a\ufffdb'],
    ['the other half', '\ude00', '\ufffd'],
    ['a whole pair', '😀', '😀'],
    ['a pair that NUL parted', '\ud83d\u0000\ude00', '😀'],
  ])('with %s can be stored', (_, given, stored) => {
    expect(cleanText(given)).toBe(stored);
  });

  test('is too large exactly where its JSON is longer than the limit', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }));
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 400 }), (one, limit) => {
        expect(cleanObject(one, limit) === 'tooLarge').toBe(JSON.stringify(one).length > limit);
      }),
    );
  });

  test('can be stored whatever it is, and stays as it is when it could be', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);
        expect(isStorable(clean)).toBe(true);
        expect(cleanText(clean)).toBe(clean);
        if (isStorable(text)) expect(clean).toBe(text);
      }),
    );
  });
});

describe('an optional text', () => {
  test.each([
    null,
    undefined,
    '',
    '  ',
    '<null>',
    ' <null>\n',
    '(null)',
    'null',
    'undefined',
    '\u0000',
    true,
    {},
    [],
    ['a'],
  ])('is not there: %j', (value) => {
    expect(optionalText(value)).toBeNull();
  });

  test.each([
    ['a text', 'en-IN', 'en-IN'],
    ['blanks around it', ' en-IN\t', 'en-IN'],
    ['a number', 13, '13'],
    ['zero', 0, '0'],
    ['a word that only begins like nothing', 'nullable', 'nullable'],
    ['another spelling, which may be a name', 'Null', 'Null'],
  ])('is %s', (_, value, text) => {
    expect(optionalText(value)).toBe(text);
  });

  test('is cut where it is too long, but not through a character', () => {
    expect(optionalText('abcdef', 3)).toBe('abc');
    expect(optionalText('ab😀', 3)).toBe('ab\ufffd');
  });

  test('is short and can be stored, whatever was sent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.anything()), fc.integer({ min: 1, max: 40 }), (value, max) => {
        const text = optionalText(value, max);
        if (text === null) return;
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text).not.toBe('');
        expect(isStorable(text)).toBe(true);
      }),
    );
  });
});

describe('an instant', () => {
  test.each([
    ['milliseconds', 1_773_136_800_000, '2026-03-10T10:00:00.000Z'],
    ['the first of all', 0, '1970-01-01T00:00:00.000Z'],
    ['UTC', '2026-03-10T10:00:00Z', '2026-03-10T10:00:00.000Z'],
    ['another zone', '2026-03-10T15:30:00+05:30', '2026-03-10T10:00:00.000Z'],
    ['a day', '2026-03-10', '2026-03-10T00:00:00.000Z'],
  ])('is read: %s', (_, value, iso) => {
    expect(optionalInstant(value)?.toISOString()).toBe(iso);
  });

  test.each([
    null,
    undefined,
    '',
    '<null>',
    'soon',
    -1,
    1e17,
    Number.NaN,
    '1969-12-31T23:59:59Z',
    '+012026-01-01T00:00:00Z',
    true,
    {},
    [],
  ])('is none: %j', (value) => {
    expect(optionalInstant(value)).toBeNull();
  });

  test('is one that a database knows, whatever was sent', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const at = optionalInstant(value);
        if (at !== null) expect(at.toISOString()).toMatch(/^(19[7-9]\d|2\d{3})-/);
      }),
    );
  });
});

describe('an object', () => {
  const nested = (levels: number): Record<string, unknown> =>
    JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);

  test.each([null, undefined])('is not there: %j', (value) => {
    expect(cleanObject(value, 100)).toBeNull();
  });

  test('is stored as it is', () => {
    const value = { a: [1, { b: null }], c: 'ü😀', d: '\\u0000 in words' };
    expect(cleanObject(value, 100)).toEqual(value);
  });

  test('is stored without what cannot be, in names too', () => {
    const value = { 'a\u0000': ['x\ud800', { '\udc00': '\u0000' }], n: 1.5, yes: true, no: null };
    expect(cleanObject(value, 1000)).toEqual({
      a: ['x\ufffd', { '\ufffd': '' }],
      n: 1.5,
      yes: true,
      no: null,
    });
  });

  test.each([
    [20, 'stored'],
    [21, 'tooLarge'],
    [10_000, 'tooLarge'],
  ])('of %d levels is %s', (depth, outcome) => {
    const value = nested(depth);
    expect(cleanObject(value, 1_000_000)).toEqual(outcome === 'stored' ? value : 'tooLarge');
  });

  test('may be as large as the limit', () => {
    const value = { a: 'x'.repeat(92) };
    expect(JSON.stringify(value)).toHaveLength(100);
    expect(cleanObject(value, 100)).toBe(value);
    expect(cleanObject(value, 99)).toBe('tooLarge');
  });

  test('can be stored whatever it is, and cleaning it again changes nothing', () => {
    const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 });
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.oneof(json, anyText)), (value) => {
        const clean = cleanObject(value, 1_000_000);
        if (clean === 'tooLarge' || clean === null) throw new Error('It fits.');
        expect(JSON.stringify(clean)).not.toMatch(/(^|[^\\])(\\\\)*\\u(0000|d[89a-f])/);
        expect(cleanObject(clean, 1_000_000)).toEqual(clean);
      }),
    );
  });
});
