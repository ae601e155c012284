import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Receivers } from './receivers.ts';
import { decompress } from './request-content.ts';
import type { Answer, ToolRequest } from './tool.ts';

export const TOOLS_PATH = '/tools';
export const WEBHOOKS_PATH = '/webhooks';

/** More than any tool takes, so that each can refuse what is too large for it. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** A request as the tool sees it: the first part of the path is the host. */
function toolRequestOf(request: FastifyRequest): ToolRequest {
  const { pathname, searchParams } = new URL(request.url, 'http://sandbox');
  const [, host = '', path = ''] = /^\/tools\/([^/]*)(.*)$/.exec(pathname) ?? [];
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    method: request.method,
    host: host ? decodeURIComponent(host) : (request.headers.host ?? ''),
    path: host ? path : pathname,
    query: searchParams,
    headers: request.headers,
    // What cannot be decompressed is nothing that a tool could read.
    body: decompress(body, request.headers['content-encoding']) ?? Buffer.from('\0'),
  };
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  if (typeof body !== 'string') return reply.type('application/json').send(JSON.stringify(body));
  if (!headers['content-type']) reply.type('text/plain; charset=utf-8');
  return reply.send(body);
}

function answerAt(receivers: Receivers) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const toolRequest = toolRequestOf(request);
    const { host, path, method } = toolRequest;
    const found = receivers.at(host, path);
    if (!found) {
      receivers.addStray({ at: receivers.clock.now().toISOString(), method, url: `https://${host}${path}` });
      return reply.code(404).type('text/plain').send('Nothing is served at this address.');
    }
    const answer = await found.receiver.handle(toolRequest, found.endpoint);
    if (answer) return send(reply, answer);
    reply.hijack();
    request.raw.socket.destroy();
  };
}

/** Mounts the tools under their real hosts and paths, and the endpoints of webhooks. */
export function mountReceivers(app: FastifyInstance, receivers: Receivers): void {
  app.register(async (scope) => {
    // Bodies are taken as bytes whatever they are called: judging them is the point.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.all(`${TOOLS_PATH}/*`, answerAt(receivers));
    scope.all(`${WEBHOOKS_PATH}/:name`, answerAt(receivers));
  });
}
