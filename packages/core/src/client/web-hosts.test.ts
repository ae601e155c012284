import { describe, expect, test } from 'vitest';
import { allowedBy, hostsThatCover, readHost, readOrigin } from './web-hosts.ts';

describe('a host as it is typed', () => {
  test.each([
    ['shop.example.com', 'shop.example.com'],
    ['  Shop.EXAMPLE.com ', 'shop.example.com'],
    ['shop.example.com.', 'shop.example.com'],
    ['https://shop.example.com/', 'shop.example.com'],
    ['HTTP://shop.example.com', 'shop.example.com'],
    ['shop.example.com:8443', 'shop.example.com:8443'],
    ['shop.example.com.:8443', 'shop.example.com:8443'],
    ['shop.example.com:443', 'shop.example.com'],
    ['shop.example.com:80', 'shop.example.com'],
    ['https://shop.example.com:443/', 'shop.example.com'],
    ['*.example.com', '*.example.com'],
    ['*.Example.com:3000', '*.example.com:3000'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.BÜCHER.example', '*.xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['दुकान.भारत', 'xn--11b7ah1gn.xn--h2brj9c'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:8080', '203.0.113.7:8080'],
    ['[2001:DB8:0::1]', '[2001:db8::1]'],
    ['[2001:db8::1]:8080', '[2001:db8::1]:8080'],
  ])('%s is %s', (text, host) => {
    expect(readHost(text)).toEqual({ host });
  });

  test.each([
    ['', /required/],
    ['   ', /required/],
    ['https://', /required|more than/],
    ['example', /not a host/],
    ['shop.example.com/path', /the host alone/],
    ['shop.example.com?x=1', /the host alone/],
    ['user@shop.example.com', /the host alone/],
    ['ftp://shop.example.com', /the host alone/],
    ['two hosts.example.com', /the host alone/],
    ['shop.example.com%2f', /the host alone/],
    ['*', /\*/],
    ['*.com', /not a host/],
    ['*.', /not a host/],
    ['*.*.example.com', /\*/],
    ['shop.*.com', /\*/],
    ['shop*.example.com', /\*/],
    ['*.203.0.113.7', /numbers/],
    ['*.[2001:db8::1]', /numbers/],
    ['shop.example.com:99999', /not a host/],
    ['shop..example.com', /not a host/],
    ['-shop.example.com', /not a host/],
    ['shop.example.7', /not a host/],
    ['localhost', /allow localhost/],
    ['localhost:3000', /allow localhost/],
    ['app.localhost', /allow localhost/],
    ['127.0.0.1', /allow localhost/],
    ['127.9.9.9:8080', /allow localhost/],
    ['0x7f.1', /allow localhost/],
    ['2130706433', /allow localhost/],
    ['[::1]', /allow localhost/],
    ['[::ffff:127.0.0.1]', /allow localhost/],
    ['0.0.0.0:3000', /allow localhost/],
    [`${'a'.repeat(300)}.example.com`, /too long/],
    [`${'a'.repeat(64)}.example.com`, /not a host/],
  ])('%j is refused with a reason', (text, reason) => {
    expect(readHost(text)).toEqual({ reason: expect.stringMatching(reason) });
  });
});

describe('the origin of a page', () => {
  test.each([
    ['https://shop.example.com', 'shop.example.com'],
    ['http://shop.example.com', 'shop.example.com'],
    ['https://SHOP.example.com', 'shop.example.com'],
    ['https://shop.example.com.', 'shop.example.com'],
    ['https://shop.example.com:8443', 'shop.example.com:8443'],
    ['https://shop.example.com:443', 'shop.example.com'],
    ['http://shop.example.com:443', 'shop.example.com:443'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://203.0.113.7:8080', '203.0.113.7:8080'],
    ['https://[2001:db8::1]', '[2001:db8::1]'],
  ])('%s is %s', (header, host) => {
    expect(readOrigin(header)).toEqual({ host, isLocal: false });
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:5173', 'http://[::1]:8080', 'http://app.localhost'])(
    '%s is this machine',
    (header) => {
      expect(readOrigin(header)).toMatchObject({ isLocal: true });
    },
  );

  test.each([
    undefined,
    '',
    'null',
    'file://',
    'capacitor://localhost',
    'chrome-extension://abcdefgh',
    'shop.example.com',
    'https://',
    'https://shop.example.com/',
    'https://shop.example.com/path',
    'https://user@shop.example.com',
    'https://shop.example.com, https://evil.example',
    'https://shop.example.com https://evil.example',
    'https://intranet',
    `https://${'a.'.repeat(200)}example.com`,
    `https://${'a.'.repeat(9)}example.com`,
  ])('%j names no host', (header) => {
    expect(readOrigin(header)).toBeNull();
  });
});

describe('what is allowed', () => {
  const hosts = [
    'shop.example.com',
    '*.example.org',
    'dev.example.com:8443',
    '*.example.net:3000',
    '203.0.113.7',
    'xn--bcher-kva.example',
  ];
  const by = (header: string, localhost = false) => {
    const origin = readOrigin(header);
    return origin && allowedBy({ hosts: new Set(hosts), localhost }, origin);
  };

  test.each([
    ['https://shop.example.com', 'shop.example.com'],
    ['http://shop.example.com', 'shop.example.com'],
    ['https://www.example.org', '*.example.org'],
    ['https://a.b.example.org', '*.example.org'],
    ['https://dev.example.com:8443', 'dev.example.com:8443'],
    ['http://a.example.net:3000', '*.example.net:3000'],
    ['http://203.0.113.7', '203.0.113.7'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
  ])('%s by %s', (header, host) => {
    expect(by(header)).toBe(host);
  });

  test.each([
    'https://example.com',
    'https://www.shop.example.com',
    'https://shop.example.com:8443',
    'https://shop.example.com.evil.example',
    'https://evilshop.example.com',
    // A wildcard is for names below a domain; the domain itself is a host of its own.
    'https://example.org',
    'https://notexample.org',
    'https://www.example.org:8443',
    'https://dev.example.com',
    'https://a.example.net',
    'http://203.0.113.8',
    'http://localhost:3000',
  ])('not %s', (header) => {
    expect(by(header)).toBeNull();
  });

  test('this machine, at any port, where the project says so', () => {
    expect(by('http://localhost:3000', true)).toBe('localhost');
    expect(by('http://127.0.0.1', true)).toBe('localhost');
    expect(by('https://localhost.evil.example', true)).toBeNull();
  });

  test('is looked up by few names', () => {
    expect(hostsThatCover('a.b.example.com:81')).toEqual([
      'a.b.example.com:81',
      '*.b.example.com:81',
      '*.example.com:81',
    ]);
    expect(hostsThatCover('[2001:db8::1]:81')).toEqual(['[2001:db8::1]:81']);
  });
});
