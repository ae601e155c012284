import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HashedFor, hashEmail, hashNames, hashPhone, sha256 } from './hash-identity.ts';

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

  test.each(['', 'nobody', '   '])('%j is none', (given) => {
    expect(NETWORKS.map((network) => hashEmail(network, given))).toEqual([null, null, null]);
  });
});

/** Values that Meta publishes with their hashes. */
test.each<[string, string | null, string]>([
  [
    'an address',
    hashEmail('meta', ' John_Smith@gmail.com '),
    '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
  ],
  [
    'a number',
    hashPhone('meta', '+1 (650) 555-1212'),
    'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
  ],
  ['a name', hashNames('Mary').first, '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
  [
    'a name in Korean',
    hashNames('정').first,
    '8fa8cd9c440be61d0151429310034083132b35975c4bea67fdd74158eb51db14',
  ],
  [
    'a name with an accent',
    hashNames('Valéry').first,
    '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
  ],
  ['a birthday', sha256('19970216'), '01acdbf6ec7b4f478a225f1a246e5d6767eeab1a7ffa17f025265b5b94f40f0c'],
  ['a country', sha256('us'), '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621'],
])('%s is hashed as Meta publishes it', (_which, hashed, expected) => {
  expect(hashed).toBe(expected);
});

test.each<[string | null, string | null, string | null]>([
  ['  Asha   Rao ', 'asha', 'rao'],
  ["Seán O'Neill-Smith", 'seán', 'oneillsmith'],
  ['Dr. A. P. J. Abdul Kalam', 'dr', 'kalam'],
  ['Cher', 'cher', null],
  ['...', null, null],
  ['', null, null],
  [null, null, null],
])('the names of %j', (given, first, last) => {
  const hashOf = (text: string | null) => (text === null ? null : plain(text));
  expect(hashNames(given)).toEqual({ first: hashOf(first), last: hashOf(last) });
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
