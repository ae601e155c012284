import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignatureOutcome } from '@trailmark/contract/sdk-credentials';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { KnownProject } from './project-cache.ts';
import type { SignatureCounts } from './signature-counts.ts';

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

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

export interface SignedRequest {
  headers: IncomingHttpHeaders;
  method: string;
  path: string;
  body: Buffer;
  now: Date;
}

type Check =
  | { outcome: 'valid'; signature: Buffer }
  | { outcome: Exclude<SignatureOutcome, 'valid'>; reason: string };

const MISSING: Check = { outcome: 'missing', reason: 'This project takes signed requests only.' };

export const hasSignature = ({ headers }: Pick<SignedRequest, 'headers'>) =>
  single(headers['x-signature']) !== '';

function findSecret(secrets: Secrets, project: KnownProject, { headers, now }: SignedRequest): string | null {
  const keyId = single(headers['x-key-id']);
  const key = project.signingKeys.find((one) => one.keyId === keyId);
  const isValid = key && (key.expiresAt === null || key.expiresAt > now);
  const secret = isValid ? secrets.open('sdk', key.sealedSecret) : null;
  return typeof secret === 'string' ? secret : null;
}

function check(secrets: Secrets, project: KnownProject, request: SignedRequest): Check {
  const { headers, method, path, body, now } = request;
  const given = single(headers['x-signature']);
  if (given === '') return MISSING;
  const version = single(headers['x-signature-version']) || '1';
  const textToSign = Object.hasOwn(TEXT_TO_SIGN, version) ? TEXT_TO_SIGN[version] : undefined;
  if (!textToSign) return { outcome: 'unknown_version', reason: 'x-Signature-Version is neither 1 nor 2.' };
  const timestamp = single(headers['x-timestamp']);
  const age = Math.abs(now.getTime() - Number(timestamp));
  if (!/^\d{1,15}$/.test(timestamp) || age > TOLERANCE_MS) {
    return { outcome: 'old_timestamp', reason: 'x-Timestamp is more than 5 minutes away from now.' };
  }
  const secret = findSecret(secrets, project, request);
  if (secret === null) return { outcome: 'unknown_key', reason: 'x-Key-Id is not a key of this project.' };
  const text = textToSign({ timestamp, method, path, body });
  const expected = createHmac('sha256', secret).update(text).digest();
  const signature = Buffer.from(given, 'base64');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    return { outcome: 'mismatch', reason: 'x-Signature does not match the request.' };
  }
  return { outcome: 'valid', signature };
}

interface Checking {
  secrets: Secrets;
  /** Counts what was found. */
  counts: Pick<SignatureCounts, 'note'>;
}

/**
 * The decoded signature of a request, null when it has no valid one or nobody looks; a request is refused where the
 * project requires a signature.
 */
export function checkSignature(
  { secrets, counts }: Checking,
  project: KnownProject,
  request: SignedRequest,
): Buffer | null {
  if (project.signing === 'off') return null;
  const checked = check(secrets, project, request);
  // As long as there is nothing to sign with, a missing signature says nothing.
  const isExpected = checked.outcome !== 'missing' || project.signingKeys.length > 0;
  if (isExpected) counts.note(project.projectId, checked.outcome, request.now);
  if (checked.outcome === 'valid') return checked.signature;
  if (project.signing === 'required') throw new AppError('signature_invalid', checked.reason);
  return null;
}
