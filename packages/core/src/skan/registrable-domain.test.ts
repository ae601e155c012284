import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

test.each([
  ['example.com', 'example.com'],
  ['go.links.example.com', 'example.com'],
  ['Shop.Example.co.uk.', 'example.co.uk'],
  ['example.co.in', 'example.co.in'],
  ['go.shop.example.com.au', 'example.com.au'],
  ['www.kite.de', 'kite.de'],
  // Names of one registrar's customers below another's name.
  ['kite.github.io', 'kite.github.io'],
  ['go.kite.github.io', 'kite.github.io'],
  // Every name below .ck is a suffix, but for one.
  ['go.kite.co.ck', 'kite.co.ck'],
  ['go.www.ck', 'www.ck'],
  // Punycode, in the name and in the suffix.
  ['go.xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['go.kite.xn--55qx5d.cn', 'kite.xn--55qx5d.cn'],
  // A suffix that nobody has listed is the last label.
  ['go.kite.test', 'kite.test'],
])('of %s devices use %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});

test.each(['co.uk', 'github.io', 'xn--55qx5d.cn', 'localhost', '127.0.0.1', '[::1]', ''])(
  '%s has no registrable part',
  (host) => {
    expect(registrableDomain(host)).toBeNull();
  },
);
