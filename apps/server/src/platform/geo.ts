import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'maxmind';
import { createLru } from './lru.ts';

/** GeoFeed, Whois and ASN data of https://github.com/sapics/ip-location-db, for IPv4 and IPv6. */
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const CACHED = 50_000;

type GeoRecord = Response & { country_code?: string };

export interface Geo {
  /** The country of an address by its two letters; empty when there is none, as for private addresses. */
  countryOf(ip: string | null): string;
}

const NOT_PUBLIC_IPV4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(2[4-9]|[345]\d))\./;

/** An IPv4 address that is written as IPv6 is the same address. */
function publicAddress(ip: string): string | null {
  if (isIPv4(ip)) return NOT_PUBLIC_IPV4.test(ip) ? null : ip;
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return address.range() === 'unicast' ? address.toString() : null;
}

/** Nearly every network of 256 addresses is in one country, and there are far fewer of them than visitors. */
const NETWORK_BITS = 24;
const networkOf = (ip: string) => (isIPv4(ip) ? ip.slice(0, ip.lastIndexOf('.') + 1) : null);

/** The file is read at the first look-up: most processes never need it. */
export function createGeo(): Geo {
  let reader: Reader<GeoRecord> | undefined;
  const networks = createLru<string>(CACHED);
  /** Countries of single addresses in networks of several countries. */
  const addresses = createLru<string>(CACHED);
  const find = (ip: string): { country: string; bits: number } => {
    const address = publicAddress(ip);
    // What is not public is so by its first numbers.
    if (!address) return { country: '', bits: 0 };
    reader ??= new Reader<GeoRecord>(readFileSync(createRequire(import.meta.url).resolve(FILE)));
    const [record, bits] = reader.getWithPrefixLength(address);
    const code = record?.country_code;
    return { country: code && /^[A-Z]{2}$/.test(code) ? code : '', bits };
  };
  return {
    countryOf(ip) {
      if (ip === null) return '';
      const network = networkOf(ip);
      const before = (network === null ? undefined : networks.get(network)) ?? addresses.get(ip);
      if (before !== undefined) return before;
      const { country, bits } = find(ip);
      if (network !== null && bits <= NETWORK_BITS) networks.set(network, country);
      else addresses.set(ip, country);
      return country;
    },
  };
}
