import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { KnownProject } from './project-book.ts';

export const TOLERANCE_MS = 5 * MINUTE_MS;

/** base64(HMAC-SHA256(secret, timestamp + "\n" + base64(SHA-256(body)))), the hash empty without a body. */
export function signatureOf(secret: string, timestamp: string, body: Buffer): Buffer {
  const hash = body.length === 0 ? '' : createHash('sha256').update(body).digest('base64');
  return createHmac('sha256', secret).update(`${timestamp}\n${hash}`).digest();
}

const refuse = (why: string) => new AppError('signature_invalid', why);

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

interface Signed {
  headers: IncomingHttpHeaders;
  body: Buffer;
  now: Date;
}

/** Whether the request is signed, and rightly; refused when it is signed wrongly or must be signed. */
export function checkSignature(secrets: Secrets, project: KnownProject, signed: Signed): string | null {
  const { headers, body, now } = signed;
  const given = single(headers['x-signature']);
  if (given === '') {
    if (project.signing === 'required') throw refuse('This project takes signed requests only.');
    return null;
  }
  const timestamp = single(headers['x-timestamp']);
  const age = Math.abs(now.getTime() - Number(timestamp));
  if (!/^\d{1,15}$/.test(timestamp) || age > TOLERANCE_MS) {
    throw refuse('x-Timestamp is more than 5 minutes away from now.');
  }
  const keyId = single(headers['x-key-id']);
  const key = project.signingKeys.find((one) => one.keyId === keyId);
  if (!key || (key.expiresAt && key.expiresAt <= now)) throw refuse('x-Key-Id is not a key of this project.');
  const secret = secrets.open('sdk', key.sealedSecret);
  if (typeof secret !== 'string') throw refuse('x-Key-Id is not a key of this project.');
  const expected = signatureOf(secret, timestamp, body);
  const actual = Buffer.from(given, 'base64');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw refuse('x-Signature does not fit the request.');
  }
  return given;
}
