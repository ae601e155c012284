import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Family = 4 | 6;

/** All addresses from the first to the last, as numbers. */
export interface IpRange {
  family: Family;
  first: bigint;
  last: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

const numberOf = (bytes: number[]) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** An IPv4 address in the clothes of IPv6 is an IPv4 address. */
function readAddress(text: string): { family: Family; value: bigint } | null {
  const family = isIP(text);
  if (family === 0) return null;
  // By far the most, and asked for at every open.
  if (family === 4) {
    const value = text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    return { family, value: BigInt(value) };
  }
  const address = ipaddr.process(text);
  return { family: address.kind() === 'ipv4' ? 4 : 6, value: numberOf(address.toByteArray()) };
}

/** A prefix (`192.0.2.0/24`) or a single address; null when it is neither. */
export function readRange(text: string): IpRange | null {
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0) return null;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const prefix = length === undefined ? BITS[family] : Number(length);
  if (prefix > BITS[family]) return null;
  const inside = (1n << BigInt(BITS[family] - prefix)) - 1n;
  const value = numberOf(ipaddr.parse(address).toByteArray());
  const first = value - (value & inside);
  return { family, first, last: first + inside };
}

function textOf(family: Family, value: bigint, prefix: number): string {
  const hex = value.toString(16).padStart(BITS[family] / 4, '0');
  return `${ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()}/${prefix}`;
}

/** The fewest prefixes that cover a range and nothing else. */
export function toPrefixes({ family, first, last }: IpRange): string[] {
  const prefixes: string[] = [];
  let from = first;
  while (from <= last) {
    // The widest that fits before the end, narrowed until the beginning is one of its own.
    let bits = (last - from + 1n).toString(2).length - 1;
    while (from % (1n << BigInt(bits)) !== 0n) bits -= 1;
    prefixes.push(textOf(family, from, BITS[family] - bits));
    from += 1n << BigInt(bits);
  }
  return prefixes;
}

/** Ranges without overlaps, in the order of their addresses; fast to ask. */
export interface IpRanges {
  /** Takes ranges in the order of their first address, each family for itself. */
  add(range: IpRange): void;
  has(address: string): boolean;
  list(): Iterable<IpRange>;
}

interface Side {
  firsts: bigint[];
  lasts: bigint[];
}

function addTo({ firsts, lasts }: Side, { first, last }: IpRange): void {
  const end = lasts.at(-1);
  if (end === undefined || first > end + 1n) {
    firsts.push(first);
    lasts.push(last);
  } else if (last > end) lasts[lasts.length - 1] = last;
}

/** Looks for the last range that begins at or before the address. */
function isIn({ firsts, lasts }: Side, value: bigint): boolean {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0n) <= value) low = middle + 1;
    else high = middle;
  }
  const last = lasts[low - 1];
  return last !== undefined && value <= last;
}

export function createIpRanges(): IpRanges {
  const sides: Record<Family, Side> = { 4: { firsts: [], lasts: [] }, 6: { firsts: [], lasts: [] } };
  function* list(): Iterable<IpRange> {
    for (const family of [4, 6] as const) {
      const { firsts, lasts } = sides[family];
      for (const [at, first] of firsts.entries()) yield { family, first, last: lasts[at] ?? first };
    }
  }
  return {
    add: (range) => addTo(sides[range.family], range),
    has(address) {
      const parsed = readAddress(address);
      return parsed !== null && isIn(sides[parsed.family], parsed.value);
    },
    list,
  };
}
