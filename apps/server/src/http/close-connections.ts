import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CHECK_MS = 50;

/**
 * Closes the connections that would keep a closing server waiting. Browsers open some in advance without a
 * request; those are not idle for Node: https://nodejs.org/api/http.html#serverclosecallback. And a connection whose
 * request is answered while the server closes is kept alive for another request, which would never be answered.
 */
export function closeConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = setInterval(() => app.server.closeIdleConnections(), CHECK_MS);
    app.server.once('close', () => clearInterval(timer));
  });
}
