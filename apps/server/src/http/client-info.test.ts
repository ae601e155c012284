import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { clientInfo, networkOf } from './client-info.ts';

describe('the network of an address', () => {
  test.each([
    ['an IPv4 address is its own', '203.0.113.9', '203.0.113.9'],
    ['one that is written as IPv6 is the same', '::ffff:203.0.113.9', '203.0.113.9'],
    ['in whatever way it is written', '::FFFF:CB00:7109', '203.0.113.9'],
    ['an IPv6 address counts by its first half', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['so that neighbours count as one', '2001:DB8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['and others apart', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['this machine', '::1', '::/64'],
    ['a link-local address with its zone', 'fe80::1%eth0', 'fe80::/64'],
    ['what is no address stays what it is', 'unknown', 'unknown'],
    ['even nothing', '', ''],
  ])('%s', (_, ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the client of a request', () => {
  const requestWith = (agent: string | undefined) =>
    ({ ip: '203.0.113.9', headers: { 'user-agent': agent } }) as unknown as FastifyRequest;

  test('is its address and what it calls itself', () => {
    expect(clientInfo(requestWith('Browser/1'))).toEqual({ ip: '203.0.113.9', userAgent: 'Browser/1' });
  });

  test('may call itself nothing', () => {
    expect(clientInfo(requestWith(undefined)).userAgent).toBeNull();
    expect(clientInfo(requestWith('')).userAgent).toBeNull();
  });

  test('is cut where it is too long', () => {
    expect(clientInfo(requestWith('x'.repeat(1000))).userAgent).toHaveLength(400);
  });
});
