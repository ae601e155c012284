import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HashedFor, hashEmail, hashPhone, sha256 } from './hash-identity.ts';

const plain = (text: string) => createHash('sha256').update(text).digest('hex');
const NETWORKS: HashedFor[] = ['meta', 'google', 'tiktok'];

describe('an address of mail', () => {
  test.each<[HashedFor, string, string]>([
    ['meta', ' John_Smith@Gmail.com ', 'john_smith@gmail.com'],
    ['meta', 'j.smith+ads@gmail.com', 'j.smith+ads@gmail.com'],
    ['google', ' J.Smith+ads@Gmail.com ', 'jsmith@gmail.com'],
    ['google', 'j.smith+ads@googlemail.com', 'jsmith@googlemail.com'],
    ['google', 'J.Smith+ads@Example.com', 'j.smith+ads@example.com'],
    ['google', 'a b@example.com', 'ab@example.com'],
    ['tiktok', ' Mary@Example.com', 'mary@example.com'],
  ])('for %s: %s is %s', (network, given, expected) => {
    expect(hashEmail(network, given)).toBe(plain(expected));
  });

  test('is hashed as Meta publishes it', () => {
    expect(hashEmail('meta', 'john_smith@gmail.com')).toBe(
      '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
    );
  });

  test.each(['', 'nobody', '   '])('%j is none', (given) => {
    expect(NETWORKS.map((network) => hashEmail(network, given))).toEqual([null, null, null]);
  });
});

describe('a telephone number', () => {
  test.each<[string, [string | null, string | null, string | null]]>([
    ['+1 (650) 555-1212', ['16505551212', '+16505551212', '+16505551212']],
    ['0091 98765 43210', ['919876543210', '+919876543210', '+919876543210']],
    // 15 digits are too long for TikTok, which counts the plus.
    ['+123456789012345', ['123456789012345', '+123456789012345', null]],
    // Which country?
    ['98765 43210', [null, null, null]],
    ['(650) 555-1212', [null, null, null]],
    ['+12', [null, null, null]],
    ['+1234567890123456', [null, null, null]],
    ['', [null, null, null]],
  ])('%s', (given, expected) => {
    expect(NETWORKS.map((network) => hashPhone(network, given))).toEqual(
      expected.map((text) => (text === null ? null : plain(text))),
    );
  });
});

test('what is hashed already stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...NETWORKS), (text, network) => {
      const hashed = plain(text);
      expect(sha256(hashed)).toBe(hashed);
      expect([hashEmail(network, hashed), hashPhone(network, hashed)]).toEqual([hashed, hashed]);
      expect(hashEmail(network, hashed.toUpperCase())).toBe(hashed);
    }),
  );
});

test('nothing is hashed of what is not known', () => {
  expect([hashEmail('meta', null), hashPhone('meta', null)]).toEqual([null, null]);
});
