import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Env } from '../../platform/env.ts';

/** Where a request comes from and which host it asks, believing proxies only as far as TRUST_PROXY says. */
export interface RequestOrigin {
  /** null when it is no address. */
  ipOf(request: IncomingMessage): string | null;
  /** The name alone, in small letters. */
  hostOf(request: IncomingMessage): string;
}

type Trust = (address: string, hop: number) => boolean;

const MAX_REMEMBERED = 1000;

/** A list of addresses says the same of an address every time; taking one to pieces is slow. */
function remembered(trust: Trust): Trust {
  const known = new Map<string, boolean>();
  return (address, hop) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const isTrusted = trust(address, hop);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
}

function trustOf(trust: Env['trustProxy']): Trust | null {
  if (trust === false) return null;
  return typeof trust === 'number' ? (_address, hop) => hop < trust : remembered(proxyAddr.compile(trust));
}

/** IPv4 that a socket shows as IPv6 is IPv4; a zone is of this machine only. */
function plainAddress(text: string): string | null {
  const address = text.startsWith('::ffff:') && text.includes('.') ? text.slice(7) : text;
  if (isIP(address) === 0) return null;
  return address.includes('%') ? null : address;
}

const lastOf = (value: string | string[]) => String(value).split(',').at(-1)?.trim() ?? '';

const plainHost = (text: string) => {
  const name = text.endsWith('.') ? text.slice(0, -1) : text.replace(/\.?:\d{1,5}$/, '');
  return name.toLowerCase();
};

export function createRequestOrigin(trustProxy: Env['trustProxy']): RequestOrigin {
  const trust = trustOf(trustProxy);
  return {
    ipOf(request) {
      const direct = request.socket.remoteAddress ?? '';
      const told = request.headers['x-forwarded-for'];
      if (trust === null || told === undefined) return plainAddress(direct);
      const isOneHop = typeof told === 'string' && !told.includes(',');
      if (!isOneHop) return plainAddress(proxyAddr(request, trust));
      return plainAddress(trust(direct, 0) ? told.trim() : direct);
    },
    hostOf(request) {
      const forwarded = request.headers['x-forwarded-host'];
      const isTold =
        trust !== null && forwarded !== undefined && trust(request.socket.remoteAddress ?? '', 0);
      return plainHost(isTold ? lastOf(forwarded) : (request.headers.host ?? ''));
    },
  };
}
