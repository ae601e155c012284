import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { KnownProject } from './project-cache.ts';

const TOLERANCE_MS = 5 * MINUTE_MS;

/** What a client signs besides the body. */
interface SignedParts {
  timestamp: string;
  method: string;
  path: string;
  body: Buffer;
}

/**
 * The text under the signature, by the version that the client names. Version 1, which published clients sign, leaves
 * out the call; the hash is empty without a body.
 */
const TEXT_TO_SIGN: Record<string, (parts: SignedParts) => string> = {
  1: ({ timestamp, body }) => `${timestamp}\n${hashOf(body)}`,
  2: ({ timestamp, method, path, body }) => `${timestamp}\n${method}\n${path}\n${hashOf(body)}`,
};

const hashOf = (body: Buffer) =>
  body.length === 0 ? '' : createHash('sha256').update(body).digest('base64');

const refuse = (why: string) => new AppError('signature_invalid', why);

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

export interface SignedRequest {
  headers: IncomingHttpHeaders;
  method: string;
  path: string;
  body: Buffer;
  now: Date;
}

export const hasSignature = ({ headers }: Pick<SignedRequest, 'headers'>) =>
  single(headers['x-signature']) !== '';

function secretFor(secrets: Secrets, project: KnownProject, { headers, now }: SignedRequest): string {
  const keyId = single(headers['x-key-id']);
  const key = project.signingKeys.find((one) => one.keyId === keyId);
  const isValid = key && (key.expiresAt === null || key.expiresAt > now);
  const secret = isValid ? secrets.open('sdk', key.sealedSecret) : null;
  if (typeof secret !== 'string') throw refuse('x-Key-Id is not a key of this project.');
  return secret;
}

/**
 * The decoded signature of a request, null when it has none; refused when it is signed wrongly or must be signed and
 * is not.
 */
export function checkSignature(
  secrets: Secrets,
  project: KnownProject,
  request: SignedRequest,
): Buffer | null {
  const { headers, method, path, body, now } = request;
  const given = single(headers['x-signature']);
  if (given === '') {
    if (project.signing === 'required') throw refuse('This project takes signed requests only.');
    return null;
  }
  const version = single(headers['x-signature-version']) || '1';
  const textToSign = Object.hasOwn(TEXT_TO_SIGN, version) ? TEXT_TO_SIGN[version] : undefined;
  if (!textToSign) throw refuse('x-Signature-Version is neither 1 nor 2.');
  const timestamp = single(headers['x-timestamp']);
  const age = Math.abs(now.getTime() - Number(timestamp));
  if (!/^\d{1,15}$/.test(timestamp) || age > TOLERANCE_MS) {
    throw refuse('x-Timestamp is more than 5 minutes away from now.');
  }
  const secret = secretFor(secrets, project, request);
  const text = textToSign({ timestamp, method, path, body });
  const expected = createHmac('sha256', secret).update(text).digest();
  const actual = Buffer.from(given, 'base64');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw refuse('x-Signature does not fit the request.');
  }
  return actual;
}
