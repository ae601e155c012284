import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { createIpRanges, type IpRange, readRange, toPrefixes } from './ip-ranges.ts';

const inOrder = (one: IpRange, other: IpRange) =>
  one.family - other.family || (one.first < other.first ? -1 : Number(one.first > other.first));

function rangesOf(prefixes: string[]) {
  const ranges = createIpRanges();
  const read = prefixes.map((prefix) => readRange(prefix));
  for (const range of read.flatMap((one) => one ?? []).sort(inOrder)) ranges.add(range);
  return ranges;
}

// Few distinct bytes, so that prefixes overlap, touch, and are hit.
const byte = fc.constantFrom(0, 1, 127, 128, 254, 255);
const v4 = fc.array(byte, { minLength: 4, maxLength: 4 });
const v6 = fc.array(byte, { minLength: 16, maxLength: 16 });
const textOf = (bytes: number[]) => ipaddr.fromByteArray(bytes).toString();
const address = fc.oneof(v4, v6).map(textOf);
const prefix = fc.oneof(
  fc.tuple(v4, fc.integer({ min: 0, max: 32 })).map(([bytes, bits]) => `${textOf(bytes)}/${bits}`),
  fc.tuple(v6, fc.integer({ min: 0, max: 128 })).map(([bytes, bits]) => `${textOf(bytes)}/${bits}`),
);

/** What ipaddr.js says; it matches families apart. */
function isMatched(text: string, prefixes: string[]): boolean {
  const parsed = ipaddr.process(text);
  return prefixes.some((one) => {
    const [network, bits] = ipaddr.parseCIDR(one);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

describe('ranges', () => {
  test('hold exactly the addresses of their prefixes', () => {
    fc.assert(
      fc.property(
        fc.array(prefix, { maxLength: 12 }),
        fc.array(address, { minLength: 1, maxLength: 12 }),
        (prefixes, addresses) => {
          const ranges = rangesOf(prefixes);
          for (const one of addresses) expect(ranges.has(one), one).toBe(isMatched(one, prefixes));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('end exactly at their edges', () => {
    const ranges = rangesOf(['192.0.2.0/25', '2001:db8:0:1::/64']);
    expect(['192.0.1.255', '192.0.2.0', '192.0.2.127', '192.0.2.128'].map(ranges.has)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(
      ['2001:db8::ffff', '2001:db8:0:1::', '2001:db8:0:1:ffff::', '2001:db8:0:2::'].map(ranges.has),
    ).toEqual([false, true, true, false]);
  });

  test('become few: neighbours and what lies inside are one', () => {
    const ranges = rangesOf(['10.0.0.0/25', '10.0.0.128/25', '10.0.0.7/32', '10.0.1.0/24', '10.0.3.0/24']);
    expect([...ranges.list()].flatMap(toPrefixes)).toEqual(['10.0.0.0/23', '10.0.3.0/24']);
  });

  test('are the same when they are written as prefixes and read again', () => {
    fc.assert(
      fc.property(fc.array(prefix, { maxLength: 12 }), (prefixes) => {
        const ranges = rangesOf(prefixes);
        expect([...rangesOf([...ranges.list()].flatMap(toPrefixes)).list()]).toEqual([...ranges.list()]);
      }),
    );
  });

  test('know an IPv4 address in the clothes of IPv6', () => {
    expect(rangesOf(['192.0.2.0/24']).has('::ffff:192.0.2.9')).toBe(true);
  });

  test.each(['', 'nonsense', '1', '192.0.2', '192.0.2.300'])('never hold %j', (text) => {
    expect(rangesOf(['0.0.0.0/0', '::/0']).has(text)).toBe(false);
  });
});

test.each(['', 'x', '192.0.2.0/33', '192.0.2.0/-1', '192.0.2.0/', '192.0.2.0/8/8', '::/129', '1/8'])(
  '%j is no prefix',
  (text) => {
    expect(readRange(text)).toBeNull();
  },
);

test('a prefix with something behind it is the network that it lies in', () => {
  const range = readRange('192.0.2.77/24');
  expect(range && toPrefixes(range)).toEqual(['192.0.2.0/24']);
});
