import { expect, test } from 'vitest';
import { createGeo } from './geo.ts';

const geo = createGeo();

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['49.36.1.1', 'IN'],
  ['49.36.1.255', 'IN'],
  ['49.36.1.256', ''],
  ['49.36.1.', ''],
  ['2a01:4f8::1', 'DE'],
  ['127.0.0.1', ''],
  ['::1', ''],
  ['10.1.2.3', ''],
  ['192.168.0.1', ''],
  ['169.254.1.1', ''],
  ['fd00::1', ''],
  ['100.64.0.1', ''],
  ['nonsense', ''],
  ['', ''],
  [null, ''],
])('%s is in %j', (ip, country) => {
  expect(geo.countryOf(ip)).toBe(country);
  expect(geo.countryOf(ip)).toBe(country);
});
