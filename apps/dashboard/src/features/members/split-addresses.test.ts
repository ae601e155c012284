import { describe, expect, it } from 'vitest';
import { joinAddresses, splitAddresses } from './split-addresses.ts';

const emails = (text: string) => splitAddresses(text).map((one) => one.email);

describe('splitAddresses', () => {
  it.each([
    ['one address', 'asha@kite.example', ['asha@kite.example']],
    ['commas', 'a@kite.example,b@kite.example', ['a@kite.example', 'b@kite.example']],
    ['commas with spaces', 'a@kite.example, b@kite.example', ['a@kite.example', 'b@kite.example']],
    ['spaces', 'a@kite.example  b@kite.example', ['a@kite.example', 'b@kite.example']],
    ['semicolons and lines', 'a@kite.example;\r\nb@kite.example\n', ['a@kite.example', 'b@kite.example']],
    ['a column of a sheet', 'a@kite.example\tb@kite.example', ['a@kite.example', 'b@kite.example']],
    [
      'names of a mail program',
      'Asha Rao <asha@kite.example>, "Ben" <ben@kite.example>',
      ['asha@kite.example', 'ben@kite.example'],
    ],
    ['a mailto link', 'mailto:asha@kite.example', ['asha@kite.example']],
    ['a full stop at the end', 'asha@kite.example.', ['asha@kite.example']],
    ['nothing', '  ,; \n', []],
  ])('understands %s', (_, text, expected) => {
    expect(emails(text)).toEqual(expected);
  });

  it('lower-cases and names each address once', () => {
    expect(emails('Asha@Kite.example asha@kite.example')).toEqual(['asha@kite.example']);
  });

  it('keeps what is no address, marked, so that it can be mended', () => {
    expect(splitAddresses('asha@kite, ben@kite.example')).toEqual([
      { email: 'asha@kite', valid: false },
      { email: 'ben@kite.example', valid: true },
    ]);
  });
});

describe('joinAddresses', () => {
  it('adds only what is new', () => {
    const present = splitAddresses('a@kite.example');
    const joined = joinAddresses(present, splitAddresses('A@kite.example b@kite.example'));
    expect(joined.map((one) => one.email)).toEqual(['a@kite.example', 'b@kite.example']);
  });
});
