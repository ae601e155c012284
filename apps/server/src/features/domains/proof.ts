import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** From the one key that every process that serves links has, and apart from what else is signed with it. */
function keyOf(secrets: Secrets): Buffer {
  return createHmac('sha256', secrets.macKey('clicks')).update('proof of a link host').digest();
}

/** Only an installation with our key can say this of a host; the check of a domain listens for it. */
export function makeProof(secrets: Secrets, host: string): string {
  const proof = createHmac('sha256', keyOf(secrets)).update(host).digest('base64url');
  return JSON.stringify({ trailmark: proof });
}

export function isProof(secrets: Secrets, host: string, text: string): boolean {
  const [given, expected] = [Buffer.from(text.trim()), Buffer.from(makeProof(secrets, host))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
