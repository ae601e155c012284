import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Browsers keep a connection ready on which nothing was asked yet. To a server that closes it is no idle one, so
 * that it would wait for it: https://nodejs.org/api/http.html#serverclosecallback
 */
export function closeUnused(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
