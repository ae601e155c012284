import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Env } from '../../platform/env.ts';
import { createRequestOrigin } from './request-origin.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
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
    [['loopback'], '127.0.0.1', { 'x-forwarded-for': 'junk' }, null],
    [false, 'fe80::1%eth0', {}, null],
    [false, '2001:db8::1', {}, '2001:db8::1'],
  ])('trusting %j, from %s with %j is %s', (trust, remote, headers, ip) => {
    const origin = createRequestOrigin(trust as Env['trustProxy']);
    expect(origin.ipOf(request(remote, headers))).toBe(ip);
    expect(origin.ipOf(request(remote, headers))).toBe(ip);
  });
});

describe('the host that is asked', () => {
  test.each([
    [false, { host: 'Go.Kite.Example' }, 'go.kite.example'],
    [false, { host: 'go.kite.example:8443' }, 'go.kite.example'],
    [false, { host: 'go.kite.example.' }, 'go.kite.example'],
    [false, { host: 'go.kite.example.:443' }, 'go.kite.example'],
    [false, { host: 'a.example', 'x-forwarded-host': 'b.example' }, 'a.example'],
    [['loopback'], { host: 'a.example', 'x-forwarded-host': 'b.example' }, 'b.example'],
    [['loopback'], { host: 'a.example', 'x-forwarded-host': 'evil.example, b.example' }, 'b.example'],
    [['10.0.0.1'], { host: 'a.example', 'x-forwarded-host': 'b.example' }, 'a.example'],
    [false, {}, ''],
  ])('trusting %j, %j is %s', (trust, headers, host) => {
    expect(
      createRequestOrigin(trust as Env['trustProxy']).hostOf(
        request('127.0.0.1', headers as Record<string, string>),
      ),
    ).toBe(host);
  });
});
