import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { base64, hex, utf8 } from './encode.ts';
import { hmacSha256, sha256 } from './sha256.ts';

const TEXTS = [
  '',
  'abc',
  'a'.repeat(55),
  'a'.repeat(56),
  'a'.repeat(63),
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(1_000_000),
  'Größe, नमस्ते, 🧭',
  'half a pair: \ud83e.',
];

describe('the same as Node', () => {
  test.each(TEXTS)('SHA-256 of text %#', (text) => {
    expect(hex(sha256(utf8(text)))).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test.each(TEXTS)('HMAC with text %# as the key', (key) => {
    const expected = createHmac('sha256', key).update('what is signed').digest('base64');
    expect(base64(hmacSha256(utf8(key), utf8('what is signed')))).toBe(expected);
  });
});

/** https://www.rfc-editor.org/rfc/rfc4231, cases 1, 2 and 6. */
test.each([
  [
    Uint8Array.from({ length: 20 }, () => 0x0b),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    utf8('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    Uint8Array.from({ length: 131 }, () => 0xaa),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
])('the vectors of the RFC: %#', (key, text, expected) => {
  expect(hex(hmacSha256(key, utf8(text)))).toBe(expected);
});
