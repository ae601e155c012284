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

function trustOf(trust: Env['trustProxy']): Trust | null {
  if (trust === false) return null;
  return typeof trust === 'number' ? (_address, hop) => hop < trust : proxyAddr.compile(trust);
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
      const hasProxy = trust !== null && request.headers['x-forwarded-for'] !== undefined;
      return plainAddress(hasProxy ? proxyAddr(request, trust) : direct);
    },
    hostOf(request) {
      const forwarded = request.headers['x-forwarded-host'];
      const isTold =
        trust !== null && forwarded !== undefined && trust(request.socket.remoteAddress ?? '', 0);
      return plainHost(isTold ? lastOf(forwarded) : (request.headers.host ?? ''));
    },
  };
}
