import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameInMail, withoutLinks } from './mail-name.ts';

describe('a name in a mail', () => {
  test.each([
    ['Kite & Sons', 'Kite & Sons'],
    ['Kite Grocery: iOS, version 2.0', 'Kite Grocery: iOS, version 2.0'],
    ['St. Pauli A/B', 'St. Pauli A/B'],
    ['काइट किराना', 'काइट किराना'],
    ['https://evil.example/login', 'https: //evil. example/login'],
    ['verify at www.evil.com', 'verify at www. evil. com'],
    ['evil．com', 'evil． com'],
    ['Wait… what...ever', 'Wait… what... ever'],
    ['evil。com', 'evil。 com'],
    ['help@evil.com', 'help @ evil. com'],
    ['mailto:help@evil.com', 'mailto: help @ evil. com'],
    ['\\\\evil\\share', '\\ \\ evil\\ share'],
    ['Your account is locked\r\nBcc: all@example.com', 'Your account is locked Bcc: all @ example. com'],
    ['Call +1 (900) 555-0123 now', 'Call … now'],
    ['a\u200bb\u202ec', 'a b c'],
  ])('%j is %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown);
  });

  test('is cut to 60 characters', () => {
    expect(nameInMail('x'.repeat(80))).toBe(`${'x'.repeat(59)}…`);
  });

  test('holds nothing that looks like an address, whatever it is', () => {
    const parts = fc.constantFrom(
      'http',
      'https',
      '://',
      '.',
      'evil',
      'com',
      '@',
      'www',
      ':',
      '/',
      '\\',
      '．',
      ' ',
      '1',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const shown = nameInMail(pieces.join(''));
        expect(shown).not.toMatch(/:\/\/|\S@|@\S|\\\S|[a-z][.．][a-z]|\d[.．][a-z]|[a-z][.．]\d|\n/i);
      }),
    );
  });
});

test('a message keeps its lines', () => {
  expect(withoutLinks('See https://evil.com\nThanks. Bye')).toBe('See https: //evil. com\nThanks. Bye');
});
