import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address in its one spelling, as the database has it: IPv4 that a socket shows as IPv6 is IPv4. What is no
 * address, such as a proxy's `unknown`, is null.
 */
export function plainAddress(text: string | undefined): string | null {
  const version = text ? isIP(text) : 0;
  if (!text || version === 0 || text.includes('%')) return null;
  return version === 4 ? text : ipaddr.process(text).toString();
}
