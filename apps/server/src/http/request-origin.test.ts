import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Env } from '../platform/env.ts';
import { createRequestOrigin } from './request-origin.ts';

const request = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('the address of a visitor', () => {
  test.each([
    [false, '192.0.2.1', {}, '192.0.2.1'],
    [false, '::ffff:192.0.2.1', {}, '192.0.2.1'],
    [false, '127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }, '8.8.8.8'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '::ffff:8.8.8.8' }, '8.8.8.8'],
    [['loopback'], '192.0.2.1', { 'x-forwarded-for': '8.8.8.8' }, '192.0.2.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '6.6.6.6, 8.8.8.8' }, '8.8.8.8'],
    [['loopback', '8.8.8.8'], '127.0.0.1', { 'x-forwarded-for': '6.6.6.6, 8.8.8.8' }, '6.6.6.6'],
    [1, '192.0.2.1', { 'x-forwarded-for': '8.8.8.8' }, '8.8.8.8'],
    [1, '192.0.2.1', { 'x-forwarded-for': '6.6.6.6, 8.8.8.8' }, '8.8.8.8'],
    [2, '192.0.2.1', { 'x-forwarded-for': '6.6.6.6, 8.8.8.8' }, '6.6.6.6'],
    [0, '192.0.2.1', { 'x-forwarded-for': '8.8.8.8' }, '192.0.2.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': 'junk' }, '127.0.0.1'],
    [['loopback'], '::ffff:127.0.0.1', { 'x-forwarded-for': 'unknown' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '8.8.8.8:443' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '0.0.0.0' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': 'fe80::1%eth0' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '8.8.8.8, junk' }, '127.0.0.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': 'junk, 8.8.8.8' }, '8.8.8.8'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': ', ,' }, '127.0.0.1'],
    [1, '192.0.2.1', { 'x-forwarded-for': 'junk' }, '192.0.2.1'],
    [2, '192.0.2.1', { 'x-forwarded-for': 'junk, 8.8.8.8' }, '192.0.2.1'],
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': '2001:DB8::0:1' }, '2001:db8::1'],
    [false, 'fe80::1%eth0', {}, 'fe80::1'],
    [false, '2001:db8::1', {}, '2001:db8::1'],
    [false, undefined, {}, null],
  ])('trusting %j, from %s with %j is %s', (trust, remote, headers, ip) => {
    const origin = createRequestOrigin({ trustProxy: trust as Env['trustProxy'], trustForwardedHost: false });
    const given = headers as Record<string, string>;
    expect(origin.ipOf(request(remote, given))).toBe(ip);
    expect(origin.ipOf(request(remote, given))).toBe(ip);
  });

  const entry = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('unknown', '_hidden', '127.0.0.1'),
  );
  const headerText = fc.array(entry, { maxLength: 5 }).map((parts) => parts.join(','));
  const trusted = fc.constantFrom<Env['trustProxy']>(false, 0, 1, 3, ['loopback'], ['loopback', '0.0.0.0/1']);

  test('is an address whatever text the header holds', () => {
    fc.assert(
      fc.property(trusted, headerText, (trustProxy, text) => {
        const origin = createRequestOrigin({ trustProxy, trustForwardedHost: false });
        const ip = origin.ipOf(request('127.0.0.1', { 'x-forwarded-for': text })) ?? '';
        expect(isIP(ip)).not.toBe(0);
        expect(ip).not.toContain('%');
      }),
    );
  });
});

describe('the requested host', () => {
  test.each([
    [{ host: 'Go.Kite.Example' }, 'go.kite.example'],
    [{ host: 'go.kite.example:8443' }, 'go.kite.example'],
    [{ host: 'go.kite.example.' }, 'go.kite.example'],
    [{ host: 'go.kite.example.:443' }, 'go.kite.example'],
    [{}, ''],
  ])('%j is %s', (headers, host) => {
    const origin = createRequestOrigin({ trustProxy: false, trustForwardedHost: false });
    expect(origin.hostOf(request('127.0.0.1', headers as Record<string, string>))).toBe(host);
  });

  const ONE = 'b.example';
  const TWO = 'evil.example, b.example';
  test.each<[Env['trustProxy'], boolean, string, string]>([
    [false, false, ONE, 'a.example'],
    [false, true, ONE, 'a.example'],
    [['loopback'], false, ONE, 'a.example'],
    [1, false, ONE, 'a.example'],
    [['10.0.0.1'], true, ONE, 'a.example'],
    [0, true, ONE, 'a.example'],
    [['loopback'], true, ONE, 'b.example'],
    [1, true, ONE, 'b.example'],
    [['loopback'], true, TWO, 'b.example'],
  ])('trusting %j, with forwarded hosts %s, and %s forwarded is %s', (trustProxy, isSet, forwarded, host) => {
    const origin = createRequestOrigin({ trustProxy, trustForwardedHost: isSet });
    const headers = { host: 'a.example', 'x-forwarded-host': forwarded };
    expect(origin.hostOf(request('127.0.0.1', headers))).toBe(host);
  });
});
