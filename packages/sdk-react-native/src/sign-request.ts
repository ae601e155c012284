import { base64, utf8 } from './encode.ts';
import { hmacSha256, sha256 } from './sha256.ts';

/** An SDK credential of the project. */
export interface SigningKey {
  keyId: string;
  secretKey: string;
}

/** Version 2 of the signature also covers the call, so that it fits no other: docs/client-api.md. */
const VERSION = '2';

/** The headers that prove that a request comes from an app that has the key. Each try has its own. */
export function signRequest(
  { keyId, secretKey }: SigningKey,
  { path, body, now }: { path: string; body: string; now: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now));
  const hash = body === '' ? '' : base64(sha256(utf8(body)));
  const text = [timestamp, 'POST', path, hash].join('\n');
  return {
    Authorization: 'HMAC',
    'x-Key-Id': keyId,
    'x-Timestamp': timestamp,
    'x-Signature-Version': VERSION,
    'x-Signature': base64(hmacSha256(utf8(secretKey), utf8(text))),
  };
}
