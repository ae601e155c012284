import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLICK_IDS, cleanValue, readClickParameters } from './click-ids.ts';

const read = (query: string, passthrough: string[] = []) =>
  readClickParameters(new URLSearchParams(query), passthrough);
const GAID = '38400000-8cf0-11bd-b23e-10b96e40000d';

describe('what a link was opened with', () => {
  test.each(CLICK_IDS)('%s is kept, in its one spelling', (name) => {
    expect(read(`${name}=abc`).clickIds).toEqual({ [name]: 'abc' });
    expect(read(`${name.toUpperCase()}=abc`).clickIds).toEqual({ [name]: 'abc' });
  });

  test('utm, gad and affiliates’ values are kept; unknown parameters are not', () => {
    const query =
      'utm_source=a&utm_id=7&gad_source=1&gad_campaignid=2&click_id=c&aff_id=d&pub_id=e&offer_id=f&creative_id=g&sub1=h&sub5=i&clid=j&coupon=K&email=a%40b.c&__proto__=x&constructor=y&tm_click=z';
    expect(read(query).params).toEqual({
      utm_source: 'a',
      utm_id: '7',
      gad_source: '1',
      gad_campaignid: '2',
      click_id: 'c',
      aff_id: 'd',
      pub_id: 'e',
      offer_id: 'f',
      creative_id: 'g',
      sub1: 'h',
      sub5: 'i',
      clid: 'j',
      coupon: 'K',
    });
  });

  test('the campaign’s own names are kept too, even strange ones', () => {
    const { params } = read('coupon=SAVE&__proto__=x', ['coupon', '__proto__']);
    expect(Object.entries(params!)).toEqual([
      ['coupon', 'SAVE'],
      ['__proto__', 'x'],
    ]);
  });

  test('the first of a name counts', () => {
    expect(read('sub1=a&sub1=b').params).toEqual({ sub1: 'a' });
  });

  test('nothing is null', () => {
    const nothing = { clickIds: null, params: null, advertisingId: null, reported: null };
    expect(read('')).toEqual(nothing);
    expect(readClickParameters(null, ['a'])).toEqual(nothing);
  });

  test.each([
    ['{sub1}', null],
    ['{{sub1}}', null],
    [`\${SUB1}`, null],
    ['__SUB1__', null],
    ['[SUB1]', null],
    ['%%SUB1%%', null],
    ['(null)', null],
    ['NULL', null],
    ['   ', null],
    ['a{b}', 'a{b}'],
    ['a\0b', 'ab'],
    ['\ud83d\ude00', '\ud83d\ude00'],
    [`${'x'.repeat(499)}\ud83d\ude00`, 'x'.repeat(499)],
    ['x'.repeat(9000), 'x'.repeat(500)],
  ])('%j is stored as %j', (value, stored) => {
    expect(cleanValue(value)).toBe(stored);
  });
});

describe('advertising ids', () => {
  test.each([
    [`gaid=${GAID}`, GAID],
    [`idfa=${GAID.toUpperCase()}`, GAID],
    [`oaid=${GAID}`, GAID],
    [`advertising_id=${GAID}`, GAID],
    [`gaid={gaid}&idfa=${GAID}`, GAID],
    ['gaid=00000000-0000-0000-0000-000000000000', null],
    ['idfa=__IDFA__', null],
    ['gaid=nonsense', null],
  ])('%s', (query, id) => {
    expect(read(query).advertisingId).toBe(id);
  });
});

describe('clicks that a server reports', () => {
  test('say so', () => {
    expect(read('s2s=1&ip=1.2.3.4&user_agent=Mozilla').reported).toEqual({
      ip: '1.2.3.4',
      userAgent: 'Mozilla',
    });
    expect(read('s2s=1&ip={ip}').reported).toEqual({ ip: null, userAgent: null });
  });

  test('otherwise an address in the query is nothing', () => {
    const { reported, params } = read('ip=1.2.3.4&user_agent=Mozilla');
    expect(reported).toBeNull();
    expect(params).toBeNull();
  });
});

test('however much comes, what is stored is bounded and storable', () => {
  const name = fc.oneof(
    fc.constantFrom('sub1', 'gclid', 'utm_source'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const value = fc.string({ unit: 'binary', maxLength: 2000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 80 }), (pairs) => {
      const names = pairs.map(([one]) => one);
      const { clickIds, params } = readClickParameters(new URLSearchParams(pairs), names);
      const kept = [...Object.values(clickIds ?? {}), ...Object.values(params ?? {})];
      expect(kept.length).toBeLessThanOrEqual(40);
      for (const one of kept) {
        expect(one.length).toBeLessThanOrEqual(500);
        expect(one).not.toMatch(/\0|\p{Surrogate}/u);
      }
    }),
    { numRuns: 200 },
  );
});
