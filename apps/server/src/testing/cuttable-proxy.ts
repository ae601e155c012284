import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, or blocked so that nothing comes through and nothing is refused. */
export async function startCuttableProxy(target: { host: string; port: number }) {
  let state: 'open' | 'cut' | 'blocked' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    sockets.add(inner);
    inner.on('error', () => {});
    inner.on('close', () => sockets.delete(inner));
    if (state === 'cut') return inner.destroy();
    const outer = connect(target);
    outer.on('error', () => inner.destroy());
    outer.on('close', () => inner.destroy());
    inner.on('close', () => outer.destroy());
    inner.on('data', (data) => state === 'blocked' || outer.write(data));
    outer.on('data', (data) => state === 'blocked' || inner.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port.');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut: () => {
      state = 'cut';
      drop();
    },
    block: () => {
      state = 'blocked';
    },
    /** Connections that stood while it was blocked have lost bytes, so they go. */
    restore: () => {
      if (state === 'blocked') drop();
      state = 'open';
    },
    stop: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
