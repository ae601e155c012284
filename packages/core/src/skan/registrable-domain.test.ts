import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

test.each([
  ['example.com', 'example.com'],
  ['go.links.example.com', 'example.com'],
  ['Shop.Example.co.uk.', 'example.co.uk'],
  ['example.co.in', 'example.co.in'],
  ['kite.de', 'kite.de'],
  ['www.kite.de', 'kite.de'],
  ['localhost', 'localhost'],
])('%s is asked at %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});
