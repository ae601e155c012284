import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advertisingId, isMalformedId } from './ids.ts';

const ID = '38400000-8cf0-11bd-b23e-10b96e40000d';
const ZEROS = '00000000-0000-0000-0000-000000000000';
const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

describe('an advertising id', () => {
  test.each([
    ["Google's, as it is", ID],
    ["Apple's, lower-cased", ID.toUpperCase()],
    ['with blanks around it', ` ${ID}\n`],
  ])('is %s', (_, value) => {
    expect(advertisingId(value)).toBe(ID);
    expect(isMalformedId(value)).toBe(false);
  });

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['an empty text', ''],
    ['blanks', '  '],
    ['the text that a client writes for null', '<null>'],
    ['another of these', '(null)'],
    ['a word for null', 'null'],
    ['zeros', ZEROS],
    ['zeros without dashes', '0'.repeat(32)],
    ['one zero', '0'],
    ['a SHA-256 of zeros', hash('sha256', ZEROS)],
    ['a SHA-256 of zeros in capitals', hash('sha256', ZEROS).toUpperCase()],
    ['a SHA-1 of zeros', hash('sha1', ZEROS)],
    ['an MD5 of zeros', hash('md5', ZEROS)],
  ])('is not there: %s', (_, value) => {
    expect(advertisingId(value)).toBeNull();
    expect(isMalformedId(value)).toBe(false);
  });

  test.each([
    ['a macro that was not filled in', '{gaid}'],
    ['another', '__IDFA__'],
    ['one digit less', ID.slice(0, -1)],
    ['one digit more', `${ID}0`],
    ['a letter that is no digit', ID.replace('d', 'g')],
    ['no dashes', ID.replaceAll('-', '')],
    ['a hash of an id', hash('sha256', ID)],
    ['dashes only', '----'],
    ['a number', 42],
    ['a list', [ID]],
    ['an object', { id: ID }],
    ['a second line', `${ID}\n${ID}`],
  ])('is malformed: %s', (_, value) => {
    expect(advertisingId(value)).toBeNull();
    expect(isMalformedId(value)).toBe(true);
  });

  test('whatever is sent, is one, none or malformed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.uuid(), fc.string()), (value) => {
        const id = advertisingId(value);
        if (id === null) return;
        expect(isMalformedId(value)).toBe(false);
        expect(advertisingId(id)).toBe(id);
      }),
    );
  });
});
