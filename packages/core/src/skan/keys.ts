import { createPublicKey, getCurves, type KeyObject } from 'node:crypto';

/** SPKI, base64. https://developer.apple.com/documentation/storekit/skadnetwork-2-release-notes */
const APPLE_P192 =
  'MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEMyHD625uvsmGq4C43cQ9BnfN2xslVT5V1nOmAMP6qaRRUll3PB1JYmgSm+62sosG';
/** https://developer.apple.com/documentation/storekit/verifying-an-install-validation-postback */
const APPLE_P256 =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVddayaPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg==';
/** https://developer.apple.com/documentation/adattributionkit/verifying-a-postback */
const APPLE_DEVELOPMENT_0 =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELeEDzpJEP+/qRSE5hJVC1p1J0ssUnQGMzBBbvnACBok8OVGGLgxL0myrKiy6lvRtSlLRsWit87i+vftD8AEqeQ==';
const APPLE_DEVELOPMENT_1 =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YzdO7eM97s/IJ25kdW5CZ3A14USE5IJ5Ha/vhWaxI6UBI1ZxCEvjrKxVluVGe6qWwF1BDFq+QHqKfH5u+wxHQ==';

export const PRODUCTION_KID = 'apple-cas-identifier/0';
export const DEVELOPMENT_KIDS = ['apple-development-identifier/0', 'apple-development-identifier/1'] as const;

/** The keys that postbacks are checked with. */
export interface SkanKeys {
  /** SKAdNetwork 1.0 and 2.0; null where the runtime does not know the curve. */
  old: KeyObject | null;
  /** SKAdNetwork since 2.1. */
  current: KeyObject;
  /** AdAttributionKit, by the kid of the header. */
  byKid: ReadonlyMap<string, { key: KeyObject; isDevelopment: boolean }>;
}

/** A public key from its SPKI in base64; throws for anything else. */
export function publicKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

const byKid = (production: KeyObject, development: [KeyObject, KeyObject]): SkanKeys['byKid'] =>
  new Map([
    [PRODUCTION_KID, { key: production, isDevelopment: false }],
    [DEVELOPMENT_KIDS[0], { key: development[0], isDevelopment: true }],
    [DEVELOPMENT_KIDS[1], { key: development[1], isDevelopment: true }],
  ]);

/** Apple's own keys. Builds of OpenSSL may lack the curve of the oldest: its postbacks are unverifiable then. */
export function appleKeys(curves: readonly string[] = getCurves()): SkanKeys {
  const current = publicKey(APPLE_P256);
  return {
    old: curves.includes('prime192v1') ? publicKey(APPLE_P192) : null,
    current,
    byKid: byKid(current, [publicKey(APPLE_DEVELOPMENT_0), publicKey(APPLE_DEVELOPMENT_1)]),
  };
}

/** Keys of our own instead of Apple's, for tests and demonstrations. */
export function testKeys(given: {
  current: KeyObject;
  development: KeyObject;
  old?: KeyObject | null;
}): SkanKeys {
  const { current, development, old = null } = given;
  return { old, current, byKid: byKid(current, [development, development]) };
}
