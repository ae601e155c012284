import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** What browsers need to let a page of another site send calls and read their answers. Never with cookies. */

/** As long as Chromium remembers it: https://chromium.googlesource.com/chromium/src/+/main/services/network/cors/preflight_result.cc */
const REMEMBER_SECONDS = 7200;

/** A page sends text without asking first; what it says is JSON all the same. */
export const isPlainText = (headers: IncomingHttpHeaders) =>
  headers['content-type']?.slice(0, 10).toLowerCase() === 'text/plain';

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Lets the page read the answer, a refusal too. */
export function openToPage(response: ServerResponse, origin: string): void {
  response.setHeader(ALLOW_ORIGIN, origin);
  response.setHeader('access-control-expose-headers', 'retry-after, x-request-id');
  response.setHeader('vary', 'origin');
}

/** For the answer to a page that may not read it. */
export function closeToPage(response: ServerResponse): void {
  response.removeHeader(ALLOW_ORIGIN);
}

/** What is answered when a browser asks whether a page may make a call. */
export function preflightHeaders(origin: string | undefined, isAllowed: boolean): Record<string, string> {
  const always = { vary: 'origin', 'cache-control': 'no-store' };
  if (origin === undefined || !isAllowed) return always;
  return {
    ...always,
    [ALLOW_ORIGIN]: origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': String(REMEMBER_SECONDS),
  };
}
