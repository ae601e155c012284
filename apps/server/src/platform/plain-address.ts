import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address in its one spelling, as the database has it: IPv4 that a socket shows as IPv6 is IPv4. What is the address
 * of nobody, such as a proxy's `unknown`, one with a zone, or 0.0.0.0, is null.
 */
export function plainAddress(text: string | undefined): string | null {
  const version = text ? isIP(text) : 0;
  if (!text || version === 0 || text.includes('%')) return null;
  const address = version === 4 ? text : ipaddr.process(text).toString();
  return address === '0.0.0.0' || address === '::' ? null : address;
}
