import type { FastifyRequest } from 'fastify';
import type { Env } from '../../platform/env.ts';
import { fetchConfigured } from '../../platform/outbound.ts';

const TIMEOUT_MS = 90_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Only what the wire format needs: never our bearer token, never a cookie. */
const FORWARDED = ['content-type', 'content-encoding', 'accept', 'user-agent', 'traceparent'] as const;

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
  env: Env,
  { upstream, kind }: { upstream: string; kind: string },
  request: FastifyRequest,
) {
  const { search } = new URL(request.url, 'http://localhost');
  return await fetchConfigured(env, `${upstream.replace(/\/+$/, '')}/${kind}/${search}`, {
    method: request.method as 'GET' | 'POST',
    headers: headersOf(request),
    body: request.method === 'POST' ? (request.body as Buffer) : null,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
  });
}
