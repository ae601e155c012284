import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { appleKeys, type SkanKeys, testKeys } from './keys.ts';
import type { SkanPostback } from './postback.ts';
import { isPostback, readPostback } from './read-postback.ts';
import { verifyPostback } from './verify-postback.ts';

interface Vector {
  id: string;
  postback: Record<string, unknown>;
  verifiedWith: string;
  verified: boolean;
  verifiedUnderApple?: boolean;
}

interface AakVector {
  id: string;
  postback: Record<string, unknown>;
  payload: Record<string, unknown>;
  verified: boolean;
}

interface Vectors {
  keys: Record<string, string>;
  skadnetwork: Vector[];
  adattributionkit: AakVector[];
}

/** Postbacks that Apple and others have published, with whether they verify and under which key. */
const VECTORS = JSON.parse(readFileSync(new URL('./skan.vectors.json', import.meta.url), 'utf8')) as Vectors;

const keyOf = (name: string): KeyObject =>
  createPublicKey({ key: Buffer.from(VECTORS.keys[name] ?? '', 'base64'), format: 'der', type: 'spki' });

const THIRD_PARTY = testKeys({
  current: keyOf('thirdparty-p256'),
  old: keyOf('thirdparty-p192'),
  development: keyOf('thirdparty-p256'),
});
const keysFor = (name: string): SkanKeys => (name.startsWith('apple') ? appleKeys() : THIRD_PARTY);

function read(body: unknown): SkanPostback {
  const postback = readPostback(body);
  if (!isPostback(postback)) throw new Error(`${postback.field} ${postback.problem}`);
  return postback;
}

describe('published postbacks of SKAdNetwork', () => {
  test('are all there', () => {
    expect([VECTORS.skadnetwork.length, VECTORS.adattributionkit.length]).toEqual([29, 2]);
  });

  test.each(VECTORS.skadnetwork)('$id', ({ postback, verifiedWith, verified, verifiedUnderApple }) => {
    const decoded = read(postback);
    expect(verifyPostback(decoded, keysFor(verifiedWith))).toBe(verified ? 'valid' : 'invalid');
    if (verifiedUnderApple !== undefined) {
      expect(verifyPostback(decoded, appleKeys())).toBe(verifiedUnderApple ? 'valid' : 'invalid');
    }
    expect(decoded).toMatchObject({
      framework: 'skadnetwork',
      hasKnownVersion: true,
      version: postback.version ?? null,
      appId: postback['app-id'],
      networkId: postback['ad-network-id'],
      transactionId: postback['transaction-id'],
      didWin: postback['did-win'] ?? null,
      sequence: postback['postback-sequence-index'] ?? 0,
      fineValue: postback['conversion-value'] ?? null,
      sourceAppId: postback['source-app-id'] ?? null,
      sourceDomain: postback['source-domain'] ?? null,
      fidelity: postback['fidelity-type'] ?? null,
      campaignNumber: postback['campaign-id'] ?? null,
      sourceIdentifier: postback['source-identifier'] ?? null,
      country: postback['country-code'] ?? null,
      coarseValue: (postback['coarse-conversion-value'] as string | undefined)?.toLowerCase() ?? null,
      conversionType: postback.redownload === true ? 'redownload' : 'download',
    });
  });

  test('of 1.0 and 2.0 are unverifiable without their curve, and the others are not', () => {
    const keys = appleKeys(['prime256v1']);
    for (const { postback } of VECTORS.skadnetwork) {
      const isOld = ['1.0', '2.0'].includes(String(postback.version ?? '1.0'));
      expect(verifyPostback(read(postback), keys) === 'unverifiable').toBe(isOld);
    }
  });
});

describe('published postbacks of AdAttributionKit', () => {
  test.each(VECTORS.adattributionkit)('$id', ({ postback, payload, verified }) => {
    const decoded = read(postback);
    expect(verifyPostback(decoded, appleKeys())).toBe(verified ? 'development' : 'invalid');
    expect(decoded).toMatchObject({
      framework: 'adattributionkit',
      version: null,
      isComplete: true,
      appId: payload['advertised-item-identifier'],
      networkId: payload['ad-network-identifier'],
      transactionId: payload['postback-identifier'],
      sequence: payload['postback-sequence-index'],
      sourceIdentifier: payload['source-identifier'],
      conversionType: payload['conversion-type'],
      sourceAppId: payload['publisher-item-identifier'],
      didWin: payload['did-win'],
      marketplace: payload['marketplace-identifier'],
      country: postback['country-code'],
      interaction: postback['ad-interaction-type'],
      fineValue: postback['conversion-value'] ?? null,
      coarseValue: postback['coarse-conversion-value'] ?? null,
    });
  });
});
