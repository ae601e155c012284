import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTier, judgePostback, verdictOf as verdictByBuild } from './judge-postback.ts';
import { DEVELOPMENT_KIDS, PRODUCTION_KID, testKeys } from './keys.ts';
import type { SkanPostback } from './postback.ts';
import {
  forwardedAt,
  identityOf,
  isPostback,
  readForwarded,
  readPostback,
  storedText,
} from './read-postback.ts';
import { signAdAttributionKit, signSkadnetwork } from './sign-postback.ts';
import { verifyPostback } from './verify-postback.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [production, development] = [pair(), pair()];
const KEYS = testKeys({ current: production.publicKey, development: development.publicKey });

const SKAN_4 = {
  version: '4.0',
  'ad-network-id': 'v9wttpbfk9.skadnetwork',
  'source-identifier': '0239',
  'app-id': 10_738_027_756,
  'transaction-id': '6aafb7a5-0170-41b5-bbe4-fe71dedf1e30',
  redownload: false,
  'fidelity-type': 1,
  'did-win': true,
  'postback-sequence-index': 0,
};
const AAK = {
  'postback-identifier': '85546EB7-FD39-44BC-8990-C98A4AC36A49',
  'ad-network-identifier': 'test.adattributionkit',
  'advertised-item-identifier': 684_939,
  'source-identifier': '12',
  'conversion-type': 'download',
  'impression-type': 'app-impression',
  'did-win': true,
  'postback-sequence-index': 1,
};

function read(body: unknown): SkanPostback {
  const postback = readPostback(body);
  if (!isPostback(postback)) throw new Error(`${postback.field} ${postback.problem}`);
  return postback;
}
const skan = (more: object) => signSkadnetwork({ ...SKAN_4, ...more }, production.privateKey);
const aak = (kid: string, more: object = {}, key = production.privateKey) =>
  signAdAttributionKit(
    { kid, payload: { ...AAK, ...more }, outside: { 'ad-interaction-type': 'view' } },
    key,
  );
const verdictOf = (body: unknown) => verifyPostback(read(body), KEYS);

describe('locally signed postbacks of SKAdNetwork 4.0', () => {
  test.each([
    ['with a source app', { 'source-app-id': 1_234_567_891 }],
    ['with a source app of 0, which is signed', { 'source-app-id': 0 }],
    ['with a source domain', { 'source-domain': 'example.com' }],
    ['without a source', {}],
    ['of the second window', { 'postback-sequence-index': 1, 'coarse-conversion-value': 'high' }],
    ['of the third window', { 'postback-sequence-index': 2, 'coarse-conversion-value': 'low' }],
  ])('%s', (_, more) => {
    const body = skan(more);
    expect(verdictOf(body)).toBe('valid');
    expect(read(body)).toMatchObject({ isComplete: true, sourceIdentifier: '0239', appId: 10_738_027_756 });
  });

  test.each([
    ['a source app that was added', { 'source-app-id': 0 }],
    ['another window', { 'postback-sequence-index': 1 }],
    ['a source identifier without its zero', { 'source-identifier': '239' }],
    ['another app', { 'app-id': 7 }],
    ['no signature', { 'attribution-signature': undefined }],
    ['a signature that is none', { 'attribution-signature': '%%%' }],
    ['a signed field that is an object', { redownload: {} }],
  ])('%s is invalid', (_, more) => {
    expect(verdictOf({ ...skan({}), ...more })).toBe('invalid');
  });

  test('of the source app 0 are of development where their signature is right, and of no other', () => {
    const verdictBy = (body: unknown) => verdictByBuild(read(body), verdictOf(body));
    const ofBuild = skan({ 'source-app-id': 0, 'conversion-value': 0 });
    expect(verdictBy(ofBuild)).toBe('development');
    expect(verdictBy({ ...ofBuild, 'did-win': false })).toBe('invalid');
    expect(verdictBy(skan({ 'source-app-id': 1_234_567_891, 'conversion-value': 0 }))).toBe('valid');
    expect(verdictBy(skan({ 'conversion-value': 0 }))).toBe('valid');
  });

  test('values are not signed: another one is valid, and has another identity', () => {
    const body = skan({ 'conversion-value': 3 });
    const changed = { ...body, 'conversion-value': 63 };
    expect(verdictOf(changed)).toBe('valid');
    expect(identityOf(read(changed))).not.toBe(identityOf(read(body)));
  });
});

describe('locally signed postbacks of AdAttributionKit', () => {
  test.each([
    [PRODUCTION_KID, production, 'valid'],
    [DEVELOPMENT_KIDS[0], development, 'development'],
    [DEVELOPMENT_KIDS[1], development, 'development'],
    [PRODUCTION_KID, development, 'invalid'],
    [DEVELOPMENT_KIDS[0], production, 'invalid'],
    ['apple-cas-identifier/1', production, 'unverifiable'],
    ['constructor', production, 'unverifiable'],
  ])('kid %s', (kid, { privateKey }, verdict) => {
    expect(verdictOf(aak(kid, {}, privateKey))).toBe(verdict);
  });

  const byHand = (header: string, more: Record<string, unknown> = {}) => {
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const text = `${encode(header)}.${encode(JSON.stringify({ ...AAK, ...more }))}`;
    const key = { key: production.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(text), key).toString('base64url');
    return { 'jws-string': `${text}.${signature}`, 'ad-interaction-type': 'click' };
  };

  test.each([
    ['an escaped slash', '{"kid":"apple-cas-identifier\\/0","alg":"ES256"}', 'valid'],
    ['another order', '{"alg":"ES256", "kid":"apple-cas-identifier/0"}', 'valid'],
    ['another algorithm', '{"kid":"apple-cas-identifier/0","alg":"none"}', 'invalid'],
    ['a secret for a key', '{"kid":"apple-cas-identifier/0","alg":"HS256"}', 'invalid'],
    ['no kid', '{"alg":"ES256"}', 'invalid'],
    ['a kid that is a number', '{"alg":"ES256","kid":0}', 'invalid'],
    ['a header that is no JSON', 'ES256', 'invalid'],
  ])('a header with %s', (_, header, verdict) => {
    expect(verdictOf(byHand(header))).toBe(verdict);
  });
});

describe('a postback', () => {
  const usual = { verdict: 'valid', isTest: false, countsDevelopment: false } as const;

  test.each([
    ['counts', {}, usual, null],
    ['of a test does not', {}, { ...usual, isTest: true }, 'test'],
    ['with a wrong signature does not', {}, { ...usual, verdict: 'invalid' as const }, 'invalid'],
    ['that cannot be checked does not', {}, { ...usual, verdict: 'unverifiable' as const }, 'unverifiable'],
    ['of development does not', {}, { ...usual, verdict: 'development' as const }, 'development'],
    [
      'of development does where the project says so',
      {},
      { ...usual, verdict: 'development' as const, countsDevelopment: true },
      null,
    ],
    ['of a later version does not', { version: '5.0' }, usual, 'unknown_version'],
    ['with a version that is no text does not', { version: 4 }, usual, 'unknown_version'],
    ['with a value beyond 63 does not', { 'conversion-value': 64 }, usual, 'incomplete'],
    ['with a coarse value of no tier does not', { 'coarse-conversion-value': 'huge' }, usual, 'incomplete'],
    ['without a network does not', { 'ad-network-id': undefined }, usual, 'incomplete'],
    [
      'with a fine value in a later window does not',
      { 'conversion-value': 1, 'postback-sequence-index': 2 },
      usual,
      'incomplete',
    ],
    ['with values of null counts', { 'conversion-value': null }, usual, null],
  ])('%s', (_, more, circumstances, reason) => {
    expect(judgePostback(read({ ...SKAN_4, ...more }), circumstances)).toBe(reason);
  });

  test.each([
    ['nothing', null, 'body'],
    ['a list', [], 'body'],
    ['no app', { version: '4.0' }, 'app-id'],
    ['an app that is no number', { 'app-id': 'x' }, 'app-id'],
    ['an app beyond exact numbers', { 'app-id': 2 ** 53 }, 'app-id'],
    ['a JWS of two parts', { 'jws-string': 'a.b' }, 'jws-string'],
    ['a JWS without an app', { 'jws-string': 'e30.e30.' }, 'jws-string'],
  ])('is not made of %s', (_, body, field) => {
    expect(readPostback(body)).toMatchObject({ field });
  });

  test('that is forwarded keeps the campaign of the network, and no address', () => {
    const body = {
      ...skan({}),
      'ad-network-campaign-id': 77,
      'partner-campaign-name': 'Spring',
      ip: '1.2.3.4',
    };
    expect(readForwarded(body)).toMatchObject({ networkCampaignId: '77', networkCampaignName: 'Spring' });
    expect(JSON.parse(storedText(JSON.stringify(body), body))).not.toHaveProperty('ip');
    expect(identityOf(readForwarded(body) as SkanPostback)).toBe(identityOf(read(body)));
  });
});

describe('the time of a forwarded postback', () => {
  const at = '2026-03-04T05:06:07.000Z';
  test.each([
    [{ timestamp: at }, at],
    [{ timestamp: Date.parse(at) }, at],
    [{ timestamp: Date.parse(at) / 1000 }, at],
    [{ timestamp: String(Date.parse(at) / 1000) }, at],
    [{ timestamp: 'yesterday' }, undefined],
    [{ timestamp: 1e300 }, undefined],
    [{ timestamp: '2026-99-99T00:00:00Z' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('%j', (body, expected) => {
    expect(forwardedAt(body)?.toISOString()).toBe(expected);
  });
});

describe('the estimated tier', () => {
  test.each([
    ['2 digits alone', { 'source-identifier': '39' }, 0],
    ['2 digits and a coarse value', { 'source-identifier': '39', 'coarse-conversion-value': 'low' }, 1],
    ['2 digits and a fine value', { 'source-identifier': '39', 'conversion-value': 0 }, 2],
    ['4 digits without a value', {}, 2],
    ['a source app', { 'source-app-id': 5 }, 3],
    ['a source domain', { 'source-domain': 'example.com' }, 3],
    ['a later window', { 'source-identifier': '39', 'postback-sequence-index': 1 }, 1],
    ['version 3.0', { version: '3.0', 'campaign-id': 4 }, null],
  ])('of %s', (_, more, tier) => {
    expect(estimateTier(read({ ...SKAN_4, ...more }))).toBe(tier);
  });
});

describe('hostile bodies', () => {
  const names = [
    ...Object.keys(SKAN_4),
    ...['conversion-value', 'source-app-id', 'jws-string', 'country-code'],
  ];
  const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.integer(), fc.constant(undefined));
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names), value).map((more) => ({ ...skan({}), ...more })),
    fc.tuple(value, value, fc.string()).map(([header, payload, end]) => {
      const encode = (part: unknown) => Buffer.from(JSON.stringify(part) ?? '').toString('base64url');
      return { 'jws-string': `${encode(header)}.${encode(payload)}.${end}` };
    }),
    fc.dictionary(fc.constantFrom(...Object.keys(AAK)), value).map((more) => aak(PRODUCTION_KID, more)),
  );

  test('are read and judged without an exception, and hold no text that a database refuses', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        const postback = readForwarded(body);
        if (!isPostback(postback)) return;
        const verdict = verifyPostback(postback, KEYS);
        judgePostback(postback, { verdict, isTest: false, countsDevelopment: true });
        estimateTier(postback);
        const { signed: _signed, ...columns } = postback;
        const texts = Object.values(columns).filter((column) => typeof column === 'string');
        expect(texts.join('')).not.toMatch(/\0|\p{Surrogate}/u);
      }),
      { numRuns: 300 },
    );
  });
});
