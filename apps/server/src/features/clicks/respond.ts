import type { ServerResponse } from 'node:http';
import { PAGE_HEADERS, type Page } from '@trailmark/core/links/pages';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What Chrome on Android hides of itself it tells on the next visit, when it is asked. https://wicg.github.io/ua-client-hints/ */
const ASK = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version';

export function sendRedirect(response: ServerResponse, url: string): void {
  response.writeHead(302, {
    location: url,
    'cache-control': 'no-store',
    'accept-ch': ASK,
    'content-length': 0,
  });
  response.end();
}

export function sendPage(response: ServerResponse, { status, html }: Page): void {
  const body = Buffer.from(html);
  const retry = status === 503 ? { 'retry-after': '5' } : {};
  response.writeHead(status, { ...PAGE_HEADERS, ...retry, 'content-length': body.length });
  response.end(body);
}

/** An answer without a body. */
export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  const length = status === 204 ? {} : { 'content-length': 0 };
  response.writeHead(status, { 'cache-control': 'no-store', ...length, ...headers });
  response.end();
}

/** The smallest picture there is; pages of any site may show it. */
export function sendPixel(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'image/gif',
    'content-length': GIF.length,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  response.end(GIF);
}

export function sendJson(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}
