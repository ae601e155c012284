import ipaddr from 'ipaddr.js';

/**
 * Public addresses that lead into a cloud's own machinery: Azure's platform.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const SPECIAL = ['168.63.129.16'];
/** What is handed out to networks of the world (RFC 4291, section 2.4); all else of IPv6 is for special purposes. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of the public internet: not of this machine, its networks, or its cloud. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4-mapped IPv6 address counts as IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || SPECIAL.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

/** Whether an address is in one of some networks, such as 10.0.0.0/8. */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some((network) => {
    const cidr = ipaddr.parseCIDR(network);
    return cidr[0].kind() === address.kind() && address.match(cidr);
  });
}
