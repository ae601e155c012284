import type { NoResponse } from '@trailmark/core/destinations/deliver-items';
import type { OutboundRequest, OutboundResponse } from '@trailmark/core/destinations/destination';
import type { Env } from '../platform/env.ts';
import {
  AnswerTooLarge,
  type ExchangedAnswer,
  exchangeText,
  type Target,
} from '../platform/exchange-text.ts';
import { OutboundRefused, targetOf } from '../platform/outbound.ts';

/** As https://github.com/standard-webhooks/standard-webhooks asks for: 15 to 30 s. */
const TIMEOUT_MS = 20_000;
/** A tool names each event that it refuses. */
const MOST_ANSWER_BYTES = 2_000_000;

const OUTAGES: Record<string, string> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ENOTFOUND: 'the name of the server is not known',
  EAI_AGAIN: 'the name of the server could not be looked up',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the server cannot be reached',
  ETIMEDOUT: 'the server did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not answer',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another server',
};

/** What kept an answer from coming, for a person to read. */
function failureOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  if (name === 'AbortError') return 'Trailmark was stopped before an answer came';
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof OutboundRefused) return error.message;
  const refused = (error as { cause?: unknown }).cause;
  if (refused instanceof OutboundRefused) return refused.message;
  if (error instanceof AnswerTooLarge) return 'the answer was too large to read';
  const known = OUTAGES[code ?? ''] ?? OUTAGES[cause?.code ?? ''];
  return known ?? `no answer (${code ?? cause?.code ?? name ?? 'unknown'})`;
}

/** Where tools and networks are played by a stand-in, the host that is meant is the first part of the path there. */
export function standInUrl(env: Env, url: URL): URL | null {
  return env.toolsUrl === null ? null : new URL(`${env.toolsUrl}/${url.host}${url.pathname}${url.search}`);
}

/** The only header of an answer that says something about a delivery. */
const headersOf = ({ headers }: ExchangedAnswer): Record<string, string> =>
  headers['retry-after'] === undefined ? {} : { 'retry-after': String(headers['retry-after']) };

export type SendRequest = (
  request: OutboundRequest,
  /** Ends a request that is under way; whether it arrived is then not known. */
  signal?: AbortSignal,
) => Promise<OutboundResponse | NoResponse>;

/** Sends requests to tools, or to addresses that people gave. What goes wrong is an outcome, not an error. */
export function createSendRequest(
  env: Env,
  { isTool, maxBytes = MOST_ANSWER_BYTES }: { isTool: boolean; maxBytes?: number },
): SendRequest {
  let last: { text: string; target: Target } | null = null;
  // Most requests go where the last one went.
  const targetFor = (text: string) => {
    if (last?.text === text) return last.target;
    const url = new URL(text);
    const standIn = isTool ? standInUrl(env, url) : null;
    last = { text, target: targetOf(env, standIn ?? url, { isConfigured: standIn !== null }) };
    return last.target;
  };
  return async ({ url, method, headers, body }, signal) => {
    try {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes, ...(signal ? { signal } : {}) };
      const content = method === 'GET' ? null : body;
      const answer = await exchangeText(targetFor(url), { method, headers, body: content, ...limits });
      return { status: answer.status, headers: headersOf(answer), body: answer.text };
    } catch (error) {
      return { failed: failureOf(error) };
    }
  };
}
