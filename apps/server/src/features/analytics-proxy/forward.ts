import type { FastifyRequest } from 'fastify';
import { Agent, request as send } from 'undici';
import type { Env } from '../../platform/env.ts';

const TIMEOUT_MS = 90_000;

/** Only what the wire format needs: never our bearer token, never a cookie. */
const FORWARDED = ['content-type', 'content-encoding', 'accept', 'user-agent', 'traceparent'] as const;

/** One pool for the one upstream. */
const agent = new Agent({ connections: 16, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

function headersOf(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip };
  for (const name of FORWARDED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  // The recorder and the flags name the public analytics token this way; a bearer token is ours and stays.
  const { authorization } = request.headers;
  if (authorization?.startsWith('Basic ')) headers.authorization = authorization;
  return headers;
}

export async function forward(
  analytics: NonNullable<Env['analytics']>,
  kind: string,
  request: FastifyRequest,
) {
  const { search } = new URL(request.url, 'http://localhost');
  return await send(`${analytics.upstream.replace(/\/+$/, '')}/${kind}/${search}`, {
    method: request.method as 'GET' | 'POST',
    headers: headersOf(request),
    body: request.method === 'POST' ? (request.body as Buffer) : null,
    dispatcher: agent,
  });
}
