import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'maxmind';

/** GeoFeed, Whois and ASN data of https://github.com/sapics/ip-location-db, for IPv4 and IPv6. */
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const CACHED = 10_000;

type Place = Response & { country_code?: string };

export interface Geo {
  /** The country of an address by its two letters; empty when there is none, as for private addresses. */
  countryOf(ip: string | null): string;
}

/** Most addresses by far, and told apart without taking them to pieces. */
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const NOT_PUBLIC_IPV4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(2[4-9]|[345]\d))\./;

/** An IPv4 address that is written as IPv6 is the same address. */
function publicAddress(ip: string): string | null {
  if (IPV4.test(ip)) return NOT_PUBLIC_IPV4.test(ip) || isIP(ip) === 0 ? null : ip;
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return address.range() === 'unicast' ? address.toString() : null;
}

/** The file is read at the first question: most processes never ask. */
export function createGeo(): Geo {
  let reader: Reader<Place> | undefined;
  const known = new Map<string, string>();
  const find = (ip: string): string => {
    const address = publicAddress(ip);
    if (!address) return '';
    reader ??= new Reader<Place>(readFileSync(createRequire(import.meta.url).resolve(FILE)));
    const code = reader.get(address)?.country_code;
    return code && /^[A-Z]{2}$/.test(code) ? code : '';
  };
  return {
    countryOf(ip) {
      if (ip === null) return '';
      const before = known.get(ip);
      if (before !== undefined) return before;
      const country = find(ip);
      if (known.size >= CACHED) known.clear();
      known.set(ip, country);
      return country;
    },
  };
}
