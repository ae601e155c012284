import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  Email,
  LinkToken,
  optionalText,
  optionalUrl,
  PageQuery,
  ProjectId,
  ReturnTo,
  text,
  UserId,
} from './fields.ts';

/** The value that the schema makes of it, or the reason why not. */
function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : parsed.error.issues[0]?.message;
}

const unstorable = 'contains characters that cannot be stored';

describe('required text', () => {
  test.each([
    [' Kite ', { value: 'Kite' }],
    ['Kite 🪁', { value: 'Kite 🪁' }],
    ['0123456789', { value: '0123456789' }],
    ['01234567890', 'is longer than 10 characters'],
    ['', 'is required'],
    ['   ', 'is required'],
    ['a\0b', unstorable],
    ['a\ud800', unstorable],
    ['\udc00a', unstorable],
  ])('%j', (given, expected) => {
    expect(read(text(10), given)).toEqual(expected);
  });

  test.each([null, undefined, 1, [], {}])('is not %j', (given) => {
    expect(read(text(10), given)).toEqual(expect.any(String));
  });
});

describe('optional text', () => {
  test.each([
    [' Kite ', { value: 'Kite' }],
    ['', { value: null }],
    ['  ', { value: null }],
    [null, { value: null }],
    ['01234567890', 'is longer than 10 characters'],
    ['a\0b', unstorable],
    ['a\ud800', unstorable],
  ])('%j', (given, expected) => {
    expect(read(optionalText(10), given)).toEqual(expected);
  });
});

describe('an e-mail address', () => {
  test.each([
    [' Asha@Kite.Example ', { value: 'asha@kite.example' }],
    ['a+b@example.com', { value: 'a+b@example.com' }],
    ['asha', 'is not an e-mail address'],
    ['asha@', 'is not an e-mail address'],
    ['a@b@example.com', 'is not an e-mail address'],
    ['asha@example.com\r\nbcc: b@example.com', 'is not an e-mail address'],
    ['"<b>"@example.com', 'is not an e-mail address'],
    [`${'a'.repeat(250)}@example.com`, 'is longer than 254 characters'],
    ['a\0@example.com', 'is not an e-mail address'],
  ])('%j', (given, expected) => {
    expect(read(Email, given)).toEqual(expected);
  });
});

describe('a web address', () => {
  const schema = optionalUrl('a web address');
  test.each([
    ['https://kite.example/shop?a=b', { value: 'https://kite.example/shop?a=b' }],
    ['http://kite.example', { value: 'http://kite.example' }],
    ['', { value: null }],
    [null, { value: null }],
  ])('may be %j', (given, expected) => {
    expect(read(schema, given)).toEqual(expected);
  });

  test.each([
    'kite.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://kite.example',
    'https://',
    'https://localhost',
    'https://kite.example/\0',
    'https://kite.example/\ud800',
  ])('is not %j', (given) => {
    expect(read(schema, given)).toEqual(expect.any(String));
  });

  test('has an end', () => {
    expect(read(schema, `https://kite.example/${'x'.repeat(3000)}`)).toEqual(expect.any(String));
  });
});

describe('a page to come back to', () => {
  test.each(['/', '/overview', '/settings/members?p_id=1&tab=a%20b', '/a-b_c.d/~e'])('may be %j', (given) => {
    expect(read(ReturnTo, given)).toEqual({ value: given });
  });

  test.each([
    '',
    'overview',
    '//example.com',
    '/\\example.com',
    'https://example.com',
    '/a b',
    '/a\n',
    '/#a',
  ])('is not %j', (given) => {
    expect(read(ReturnTo, given)).toEqual(expect.any(String));
  });
});

describe('ids, tokens and pages', () => {
  const id = '01a1dd4f-d9fc-7b95-b712-91ba60484ef0';
  test('an id means the same in whatever case it is written', () => {
    expect(read(ProjectId, id.toUpperCase())).toEqual({ value: id });
    expect(read(UserId, id.toUpperCase())).toEqual({ value: id });
    expect(read(ProjectId, 'x')).toBe('is not a project id');
  });

  test('the secret of a link has a length that a secret has', () => {
    expect(read(LinkToken, 'x'.repeat(43))).toEqual({ value: 'x'.repeat(43) });
    expect(read(LinkToken, 'x'.repeat(19))).toBe('is not a valid link');
    expect(read(LinkToken, 'x'.repeat(201))).toBe('is not a valid link');
  });

  test.each([
    [undefined, { value: 50 }],
    ['1', { value: 1 }],
    ['200', { value: 200 }],
  ])('a page may hold %j', (given, expected) => {
    expect(read(PageQuery.limit, given)).toEqual(expected);
  });

  test.each(['0', '201', '1.5', 'many', '-1'])('a page cannot hold %j', (given) => {
    expect(read(PageQuery.limit, given)).toEqual(expect.any(String));
  });
});
