import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorCode, type Refusal } from '@trailmark/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isAway, isCollision } from '../db/is-away.ts';
import { AppError } from '../platform/app-error.ts';

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'malformed_request',
  404: 'not_found',
  // A part of the address is longer than any id: there is nothing of that name.
  414: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'The request could not be read: its address is malformed or its body is not valid JSON.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'The request must be application/json.',
};

/** What a thrown value is to the caller; null for a surprise. */
function refusalOf(error: Error & { statusCode?: number }): AppError | null {
  if (error instanceof AppError) return error;
  const code = BY_STATUS[error.statusCode ?? 0];
  if (code) return new AppError(code, MESSAGES[code] ?? error.message);
  if (isAway(error)) {
    return new AppError('unavailable', 'The database cannot be reached. Please try again.', undefined, 5);
  }
  if (isCollision(error)) {
    const message = 'Someone else changed this at the same time. Please try again.';
    return new AppError('unavailable', message, undefined, 1);
  }
  return null;
}

/** So much of a body that nobody reads is taken off the connection to keep it open; a longer one closes it. */
const UNREAD_BYTES = 64 * 1024;

function leavesMuchUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > UNREAD_BYTES;
}

function refusalParts(refusal: AppError, { raw, requestId }: { raw: IncomingMessage; requestId: string }) {
  const status = ERROR_STATUS[refusal.code];
  const body: Refusal = {
    msg: refusal.message,
    status,
    error: {
      code: refusal.code,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      request_id: requestId,
    },
  };
  const headers = {
    ...(refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) }),
    ...(leavesMuchUnread(raw) ? { connection: 'close' } : {}),
    // Here too: an address that cannot be read is refused before any hook runs.
    'x-request-id': requestId,
    'cache-control': 'no-store',
  };
  return { status, body, headers };
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: AppError): FastifyReply {
  const { status, body, headers } = refusalParts(refusal, { raw: request.raw, requestId: request.id });
  return reply.status(status).headers(headers).send(body);
}

/** The same without fastify. */
export function sendRawRefusal(
  { request, response, requestId }: { request: IncomingMessage; response: ServerResponse; requestId: string },
  refusal: AppError,
): void {
  const { status, body, headers } = refusalParts(refusal, { raw: request, requestId });
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...headers, ...type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** The one place where what was thrown becomes an answer; what is not the caller's fault is logged. */
export function refusalFor(
  error: FastifyError | AppError | Error,
  logError: (line: { err: unknown }, text: string) => void,
): AppError {
  const refusal = refusalOf(error);
  if (!refusal) {
    logError({ err: error }, 'unexpected failure');
    return new AppError('internal_error', 'Something went wrong on our side. Please try again.');
  }
  const isOurs = refusal.code === 'unavailable' && refusal !== error;
  if (isOurs) {
    const isCollided = isCollision(error);
    logError(
      { err: error },
      isCollided ? 'changes waited for one another' : 'the database cannot be reached',
    );
  }
  return refusal;
}

export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  return sendRefusal(
    request,
    reply,
    refusalFor(error, (line, text) => request.log.error(line, text)),
  );
}

/** The answer at an address where nothing is. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, new AppError('not_found', 'There is nothing at this address.'));
}
