import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of a customer on this machine. Pages are what `pages` holds, by path. */
export interface Website {
  /** Its pages are opened by any name that the browser maps to this machine. */
  port: number;
  /** Whether requests below `/t` are passed on to the product. */
  close(): void;
}

export interface WebsitePage {
  body: string;
  type?: string;
  headers?: Record<string, string>;
}

/** Passes on as a proxy of the customer does: the path without its beginning, and the rest as it is. */
function passOn(incoming: IncomingMessage, answer: ServerResponse, target: string): void {
  const { method, headers, url = '' } = incoming;
  const passed = request(`${target}${url.slice('/t'.length)}`, { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  passed.on('error', () => answer.writeHead(502).end());
  incoming.pipe(passed);
}

export async function startWebsite(
  productUrl: string,
  pageOf: (path: string) => WebsitePage | null,
): Promise<Website> {
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://website');
    if (pathname.startsWith('/t/')) return passOn(incoming, answer, productUrl);
    const page = pageOf(pathname);
    if (!page) return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': page.type ?? 'text/html', ...page.headers }).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
