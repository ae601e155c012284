import { type KeyObject, verify } from 'node:crypto';
import type { SkanKeys } from './keys.ts';
import type { SkanPostback, SkanVerdict } from './postback.ts';

/** A signature that has yet to be checked. Checking is most of the work, so that callers choose where it is done. */
export interface SignatureCheck {
  data: Buffer;
  key: { key: KeyObject; dsaEncoding: 'der' | 'ieee-p1363' };
  signature: Buffer;
  ifRight: 'valid' | 'development';
}

const P192_VERSIONS = ['1.0', '2.0'];
/** Of an ES256 signature. https://datatracker.ietf.org/doc/html/rfc7518#section-3.4 */
const ES256_BYTES = 64;

/** What has to be checked of a postback, or the verdict where there is nothing to check. */
export function signatureCheck(
  { signed, hasKnownVersion }: SkanPostback,
  keys: SkanKeys,
): SignatureCheck | SkanVerdict {
  // Nobody knows what a later version signs.
  if (!hasKnownVersion) return 'unverifiable';
  if (!signed) return 'invalid';
  const data = Buffer.from(signed.text, 'utf8');
  if (signed.kid !== null) {
    const named = keys.byKid.get(signed.kid);
    // A key that Apple adds later is not ours to call wrong.
    if (!named) return 'unverifiable';
    const signature = Buffer.from(signed.signature, 'base64url');
    if (signature.length !== ES256_BYTES) return 'invalid';
    const key = { key: named.key, dsaEncoding: 'ieee-p1363' } as const;
    return { data, key, signature, ifRight: named.isDevelopment ? 'development' : 'valid' };
  }
  const key = P192_VERSIONS.includes(signed.version ?? '') ? keys.old : keys.current;
  if (!key) return 'unverifiable';
  const signature = Buffer.from(signed.signature, 'base64');
  return { data, key: { key, dsaEncoding: 'der' }, signature, ifRight: 'valid' };
}

/** Checks at once, on the calling thread. */
export function verifyPostback(postback: SkanPostback, keys: SkanKeys): SkanVerdict {
  const check = signatureCheck(postback, keys);
  if (typeof check === 'string') return check;
  return verify('sha256', check.data, check.key, check.signature) ? check.ifRight : 'invalid';
}
