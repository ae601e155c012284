import { type KeyObject, randomUUID } from 'node:crypto';
import { DEVELOPMENT_KIDS, PRODUCTION_KID } from '@trailmark/core/skan/keys';
import type { SkanFramework, SkanVerdict } from '@trailmark/core/skan/postback';
import { signAdAttributionKit, signSkadnetwork } from '@trailmark/core/skan/sign-postback';

export interface SamplePostback {
  name: string;
  framework: SkanFramework;
  expected: SkanVerdict;
  body: Record<string, unknown>;
}

const NETWORK = 'example123.skadnetwork';

function skan4(appId: number, more: object) {
  return {
    version: '4.0',
    'ad-network-id': NETWORK,
    'source-identifier': '5239',
    'app-id': appId,
    'transaction-id': randomUUID(),
    redownload: false,
    'fidelity-type': 1,
    'did-win': true,
    ...more,
  };
}

function aak(appId: number, kid: string, key: KeyObject) {
  const payload = {
    'postback-identifier': randomUUID(),
    'ad-network-identifier': 'test.adattributionkit',
    'advertised-item-identifier': appId,
    'source-identifier': '5239',
    'conversion-type': 'download',
    'impression-type': 'app-impression',
    'did-win': true,
    'postback-sequence-index': 0,
    'publisher-item-identifier': 0,
    'marketplace-identifier': 'com.apple.AppStore',
  };
  const outside = { 'ad-interaction-type': 'click', 'conversion-value': 21, 'country-code': 'US' };
  return signAdAttributionKit({ kid, payload, outside }, key);
}

/** One of each kind that devices send, and one that was tampered with, signed with a key that Apple does not have. */
export function samplePostbacks(appId: number, key: KeyObject): SamplePostback[] {
  const first = skan4(appId, {
    'postback-sequence-index': 0,
    'source-app-id': 1234567891,
    'conversion-value': 37,
  });
  const third = skan4(appId, {
    'source-identifier': '39',
    'postback-sequence-index': 2,
    'coarse-conversion-value': 'high',
  });
  const old = {
    version: '3.0',
    'ad-network-id': NETWORK,
    'campaign-id': 42,
    'transaction-id': randomUUID(),
    'app-id': appId,
    redownload: true,
    'fidelity-type': 0,
    'did-win': true,
  };
  const skan = { framework: 'skadnetwork', expected: 'valid' } as const;
  const kit = { framework: 'adattributionkit' } as const;
  return [
    { ...skan, name: 'SKAdNetwork 4.0, first window', body: signSkadnetwork(first, key) },
    { ...skan, name: 'SKAdNetwork 4.0, third window', body: signSkadnetwork(third, key) },
    { ...skan, name: 'SKAdNetwork 3.0, redownload', body: signSkadnetwork(old, key) },
    { ...kit, name: 'AdAttributionKit', expected: 'valid', body: aak(appId, PRODUCTION_KID, key) },
    {
      ...kit,
      name: 'AdAttributionKit, development',
      expected: 'development',
      body: aak(appId, DEVELOPMENT_KIDS[0], key),
    },
    {
      ...skan,
      name: 'SKAdNetwork 4.0, tampered with',
      expected: 'invalid',
      body: { ...signSkadnetwork({ ...first, 'transaction-id': randomUUID() }, key), 'did-win': false },
    },
  ];
}
