import { describe, expect, test } from 'vitest';
import { isInNetworks, isPublicAddress } from './public-address.ts';

describe('a public address', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '103.21.244.1', '172.15.255.255', '172.32.0.1', '192.167.255.255', '11.0.0.1'],
    ...['100.63.255.255', '100.128.0.1', '223.255.255.255', '169.253.255.255', '2606:4700::1111', '2a00::1'],
    '::ffff:8.8.8.8',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['this machine', ['127.0.0.1', '127.255.255.255', '0.0.0.0', '0.1.2.3', '::1', '::']],
    [
      'private networks',
      ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
    ],
    ['link-local ones and metadata', ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fd00:ec2::254']],
    ['carrier-grade NAT, and metadata in it', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
    [
      'special purposes',
      ['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '168.63.129.16'],
    ],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    [
      'IPv4 in IPv6',
      ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:a00:1', '::10.0.0.1'],
    ],
    ['translated IPv4', ['64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001::a00:1']],
    ['special IPv6', ['100::1', '2001:db8::1', 'fec0::1', '5f00::1', '2001:10::1']],
    ['no addresses', ['', 'localhost', '1.1.1.1/8', '127.1 ', 'fe80::1%eth0']],
  ])('is none of %s', (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

test('networks are compared within their family, IPv4-mapped IPv6 included', () => {
  const networks = ['127.0.0.0/8', 'fd00::/8'];
  expect(isInNetworks('127.0.0.9', networks)).toBe(true);
  expect(isInNetworks('::ffff:127.0.0.9', networks)).toBe(true);
  expect(isInNetworks('fd00::9', networks)).toBe(true);
  expect(isInNetworks('10.0.0.1', networks)).toBe(false);
  expect(isInNetworks('nonsense', networks)).toBe(false);
});
