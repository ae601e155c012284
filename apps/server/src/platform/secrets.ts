import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Each purpose has a key of its own, so that a process can be given one without the others. */
type SecretPurpose =
  | 'jobs'
  | 'cookies'
  | 'sdk'
  | 'referrer'
  | 'clicks'
  | 'devices'
  | 'destinations'
  | 'networks'
  | 'skan'
  | 'unsubscribe';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens values with keys derived from SECRET_KEY. */
export interface Secrets {
  seal(purpose: SecretPurpose, value: unknown): string;
  /** null when the text was not sealed by us for this purpose. */
  open(purpose: SecretPurpose, sealed: string): unknown;
  /** The key itself, for signing what must be checked fast. */
  macKey(purpose: SecretPurpose): Buffer;
}

/** What is stored of a token: enough to recognise it, not enough to use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<SecretPurpose, Buffer>();
  const keyFor = (purpose: SecretPurpose): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'trailmark', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  return {
    macKey: keyFor,
    seal(purpose, value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return JSON.parse(text.toString('utf8')) as unknown;
      } catch {
        // A wrong tag means that it was not ours: the caller treats it as absent.
        return null;
      }
    },
  };
}
