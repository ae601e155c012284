// The limits: what a server in this language can do that does nothing at all. One process each.
import { createServer } from 'node:http';
import { fastify } from 'fastify';
import { answerParent } from './child.ts';

async function listenBare(): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: 'https://example.com/', 'content-length': 0 });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function listenEcho(): Promise<number> {
  const app = fastify();
  app.post('/*', async (request) => request.body);
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

answerParent<{ kind: 'redirect' | 'echo' }>(async ({ kind }) => ({
  port: kind === 'redirect' ? await listenBare() : await listenEcho(),
}));
