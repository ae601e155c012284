import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Env } from '../platform/env.ts';
import { createLru } from '../platform/lru.ts';
import { plainAddress } from '../platform/plain-address.ts';
import { isPublicAddress } from '../platform/public-address.ts';

/** The address of a client that closed its connection before its address was read. */
export const NO_ADDRESS = '0.0.0.0';

/** Where a request comes from and which host it requests, trusting proxies only as far as the operator allows. */
export interface RequestOrigin {
  /** null when the socket is closed already. */
  ipOf(request: IncomingMessage): string | null;
  /** The name alone, in small letters. */
  hostOf(request: IncomingMessage): string;
}

type Trust = (address: string, hop: number) => boolean;

const MAX_REMEMBERED = 1000;

/** The verdict about an address never changes, and parsing one is slow. */
function remembered(trust: Trust): Trust {
  const known = createLru<boolean>(MAX_REMEMBERED);
  return (address, hop) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const isTrusted = trust(address, hop);
    known.set(address, isTrusted);
    return isTrusted;
  };
}

function trustOf(trust: Env['trustProxy']): Trust | null {
  if (trust === false) return null;
  return typeof trust === 'number' ? (_address, hop) => hop < trust : remembered(proxyAddr.compile(trust));
}

/** Whether an address is a proxy's own; where proxies are only counted, any address that is not public. */
export function createProxyTest(trust: Env['trustProxy']): (ip: string) => boolean {
  if (typeof trust === 'number') return (ip) => !isPublicAddress(ip);
  const isTrusted = trustOf(trust);
  return (ip) => isTrusted?.(ip, 0) ?? false;
}

/** A zone, as in fe80::1%eth0, names an interface of this machine and is no part of the address. */
const withoutZone = (address: string | undefined) => address?.split('%', 1)[0];

const lastOf = (value: string | string[]) => String(value).split(',').at(-1)?.trim() ?? '';

const plainHost = (text: string) => {
  const name = text.endsWith('.') ? text.slice(0, -1) : text.replace(/\.?:\d{1,5}$/, '');
  return name.toLowerCase();
};

export function createRequestOrigin(env: Pick<Env, 'trustProxy' | 'trustForwardedHost'>): RequestOrigin {
  const trust = trustOf(env.trustProxy);
  /** Whatever text a proxy forwards: an address, or nothing. */
  const forwardedIp = (request: IncomingMessage, direct: string): string | null => {
    const forwarded = request.headers['x-forwarded-for'];
    if (trust === null || forwarded === undefined) return null;
    const isOneHop = typeof forwarded === 'string' && !forwarded.includes(',');
    if (!isOneHop) return plainAddress(proxyAddr(request, trust));
    return trust(direct, 0) ? plainAddress(forwarded.trim()) : null;
  };
  return {
    ipOf(request) {
      const direct = request.socket.remoteAddress;
      return forwardedIp(request, direct ?? '') ?? plainAddress(withoutZone(direct));
    },
    hostOf(request) {
      const forwarded = env.trustForwardedHost ? request.headers['x-forwarded-host'] : undefined;
      const isBelieved = forwarded !== undefined && trust?.(request.socket.remoteAddress ?? '', 0) === true;
      return plainHost(isBelieved ? lastOf(forwarded) : (request.headers.host ?? ''));
    },
  };
}
