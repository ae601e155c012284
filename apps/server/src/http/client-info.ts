import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ClientInfo } from '../access/caller.ts';

/** `request.ip` is an address in any case, and that of a visitor as far as TRUST_PROXY allows (http/app.ts). */
export function clientInfo(request: Pick<FastifyRequest, 'headers' | 'ip'>): ClientInfo {
  const agent = request.headers['user-agent'];
  return { ip: request.ip, userAgent: agent ? agent.slice(0, 400) : null };
}

/** What limits per address count by: an IPv6 customer holds at least a /64. */
export function networkOf(ip: string, ipv6Bits = 64): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${ipv6Bits}`);
  return `${prefix.toString()}/${ipv6Bits}`;
}
