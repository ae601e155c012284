import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlayReferrer } from './play-referrer.ts';

const nothing = {
  clickToken: null,
  gclid: null,
  gbraid: null,
  gadSource: null,
  utm: {},
  metaPayload: null,
  params: {},
};

describe('an install referrer', () => {
  test('with our click id', () => {
    expect(parsePlayReferrer('utm_source=newsletter&utm_medium=email&tm_click=AbC-_9')).toEqual({
      ...nothing,
      clickToken: 'AbC-_9',
      utm: { source: 'newsletter', medium: 'email' },
      params: { utm_source: 'newsletter', utm_medium: 'email', tm_click: 'AbC-_9' },
    });
  });

  test("of Google's ads", () => {
    expect(parsePlayReferrer('gclid=Cj0K&gbraid=0AAA&gad_source=1')).toMatchObject({
      gclid: 'Cj0K',
      gbraid: '0AAA',
      gadSource: '1',
    });
  });

  test('of an organic install, as Play writes it', () => {
    expect(parsePlayReferrer('utm_source=google-play&utm_medium=organic')).toMatchObject({
      clickToken: null,
      utm: { source: 'google-play', medium: 'organic' },
    });
  });

  test.each([
    ['encoded once', 'utm_campaign=Spring%20sale+2026&tm_click=abc'],
    ['encoded twice', encodeURIComponent('utm_campaign=Spring%20sale+2026&tm_click=abc')],
    [
      'encoded three times',
      encodeURIComponent(encodeURIComponent('utm_campaign=Spring%20sale+2026&tm_click=abc')),
    ],
    ['with a question mark', '?utm_campaign=Spring%20sale+2026&tm_click=abc'],
    ['with junk in between', '&&=x&%&utm_campaign=Spring%20sale+2026&flag&tm_click=abc&'],
  ])('%s', (_, text) => {
    expect(parsePlayReferrer(text)).toMatchObject({
      clickToken: 'abc',
      utm: { campaign: 'Spring sale 2026' },
    });
  });

  test.each([
    ['nothing at all', '', {}],
    ['a word', 'hello', { hello: '' }],
    ['a value with = in it', 'a=b=c', { a: 'b=c' }],
    ['a name twice: the first counts', 'a=1&a=2', { a: '1' }],
    ['a broken escape, kept as it is', 'a=%E0%A4%A&b=%zz', { a: '%E0%A4%A', b: '%zz' }],
    ['NUL, which no database holds', 'a=x%00y&b=\0', { a: 'xy', b: '' }],
    ['half a surrogate pair', 'a=\ud800b', { a: 'b' }],
    ['names of every object', 'constructor=1&toString=2', { constructor: '1', toString: '2' }],
  ])('%s', (_, text, params) => {
    expect(parsePlayReferrer(text).params).toEqual(params);
  });

  test('with __proto__ in it touches nothing else', () => {
    const { params } = parsePlayReferrer('__proto__=evil&a=1');
    expect(params.a).toBe('1');
    expect(Object.keys(params)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>).evil).toBeUndefined();
  });

  test('values that are not set are none', () => {
    expect(parsePlayReferrer('utm_source=(not%20set)&utm_medium=&tm_click=&gclid=')).toMatchObject({
      clickToken: null,
      gclid: null,
      utm: {},
    });
  });

  test('beyond 4 kB only the parameters that are whole', () => {
    const { clickToken, params } = parsePlayReferrer(`tm_click=abc&long=${'x'.repeat(5000)}&late=1`);
    expect(clickToken).toBe('abc');
    expect(params).toEqual({ tm_click: 'abc' });
    expect(parsePlayReferrer(`a=${'x'.repeat(5000)}`).params).toEqual({});
    const exact = `a=1&b=${'x'.repeat(4090)}`;
    expect(Object.keys(parsePlayReferrer(exact).params)).toEqual(['a', 'b']);
    expect(Object.keys(parsePlayReferrer(`${exact}&c=1`).params)).toEqual(['a', 'b']);
    expect(Object.keys(parsePlayReferrer(`${exact}x`).params)).toEqual(['a']);
  });

  test('whatever the text, it is read without a fault', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webQueryParameters()), (text) => {
        const { params } = parsePlayReferrer(text);
        expect(Object.values(params).every((value) => typeof value === 'string')).toBe(true);
        expect(JSON.stringify(params)).not.toContain('\\u0000');
      }),
    );
  });

  test('whatever parameters go in, come out', () => {
    const name = fc.stringMatching(/^[a-z_]{1,10}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ maxLength: 50 }), { minKeys: 1, maxKeys: 5 }), (given) => {
        const clean = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, value.replaceAll('\0', '')]),
        );
        expect(parsePlayReferrer(new URLSearchParams(clean).toString()).params).toEqual(clean);
      }),
    );
  });
});

describe("Meta's cipher text", () => {
  const source = { data: 'afe56c', nonce: 'b7203c' };
  const content = JSON.stringify({ app: 1, t: 1_700_000_000, source });
  const once = encodeURIComponent(content);

  test.each([
    ['encoded', `utm_source=apps.facebook.com&utm_content=${once}`],
    ['encoded twice', `utm_content=${encodeURIComponent(once)}`],
    ['in a referrer that is encoded as a whole', encodeURIComponent(`utm_source=x&utm_content=${once}`)],
    ['not encoded', `utm_content=${content}&utm_source=x`],
    ['in a JSON object', JSON.stringify({ utm_source: 'apps.instagram.com', utm_content: { source } })],
    ['in a JSON object, as text', JSON.stringify({ utm_content: content })],
  ])('is found %s', (_, text) => {
    expect(parsePlayReferrer(text).metaPayload).toEqual(source);
  });

  test.each([
    ['no JSON', 'utm_content=video1'],
    ['broken JSON', 'utm_content=%7B%22source'],
    ['no source', 'utm_content={"a":1}'],
    ['a source of null', 'utm_content={"source":null}'],
    ['no nonce', 'utm_content={"source":{"data":"aa"}}'],
    ['what is not hexadecimal', 'utm_content={"source":{"data":"xx","nonce":"aa"}}'],
    ['half a byte', 'utm_content={"source":{"data":"aaa","nonce":"aa"}}'],
    ['numbers', 'utm_content={"source":{"data":11,"nonce":22}}'],
    ['a list', 'utm_content=[1]'],
  ])('is not found in %s', (_, text) => {
    expect(parsePlayReferrer(text).metaPayload).toBeNull();
  });
});
