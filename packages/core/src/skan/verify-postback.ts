import { type KeyObject, verify } from 'node:crypto';
import type { SkanKeys } from './keys.ts';
import type { SkanPostback, SkanVerdict } from './postback.ts';

/** A signature that has yet to be checked. Checking is most of the work, so that callers choose where it is done. */
export interface SignatureCheck {
  text: string;
  key: KeyObject;
  encoding: 'der' | 'ieee-p1363';
  /** base64, of either alphabet. */
  signature: string;
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
  const { text, signature } = signed;
  if (signed.kid !== null) {
    const named = keys.byKid.get(signed.kid);
    // A key that Apple adds later is not ours to call wrong.
    if (!named) return 'unverifiable';
    if (Buffer.from(signature, 'base64').length !== ES256_BYTES) return 'invalid';
    const ifRight = named.isDevelopment ? 'development' : 'valid';
    return { text, key: named.key, encoding: 'ieee-p1363', signature, ifRight };
  }
  const key = P192_VERSIONS.includes(signed.version ?? '') ? keys.old : keys.current;
  return key ? { text, key, encoding: 'der', signature, ifRight: 'valid' } : 'unverifiable';
}

/** Checks at once, on the calling thread. */
export function verifyPostback(postback: SkanPostback, keys: SkanKeys): SkanVerdict {
  const check = signatureCheck(postback, keys);
  if (typeof check === 'string') return check;
  const key = { key: check.key, dsaEncoding: check.encoding };
  const isRight = verify('sha256', Buffer.from(check.text), key, Buffer.from(check.signature, 'base64'));
  return isRight ? check.ifRight : 'invalid';
}
