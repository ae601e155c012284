import { connect, createServer, type Socket } from 'node:net';

type State = 'open' | 'cut' | 'blocked' | 'frozen';

/** A way to a server that can be cut, blocked, so that nothing comes through and nothing is refused, or frozen. */
export async function startCuttableProxy(target: { host: string; port: number }) {
  let state: State = 'open';
  let freezeAfter: string | null = null;
  let refused = 0;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (state === 'frozen') socket.pause();
  };
  const freeze = () => {
    state = 'frozen';
    for (const socket of sockets) socket.pause();
  };
  const server = createServer((inner) => {
    track(inner);
    if (state === 'cut') {
      refused += 1;
      return inner.destroy();
    }
    const outer = connect(target);
    track(outer);
    outer.on('close', () => inner.destroy());
    // What has come before the end still arrives.
    inner.on('close', () => outer.end());
    inner.on('data', (data) => {
      if (state === 'blocked') return;
      outer.write(data);
      if (freezeAfter === null || !data.includes(freezeAfter)) return;
      freezeAfter = null;
      freeze();
    });
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
    /** Connections that were refused while it was cut. */
    refused: () => refused,
    block: () => {
      state = 'blocked';
    },
    /** As a server that is stopped: connections are accepted, and what is sent waits until it goes on. */
    freeze,
    /** The same once this text was passed on to the server; its answer waits. */
    freezeAfter: (text: string) => {
      freezeAfter = text;
    },
    /** The connections of now fall silent for ever; new ones are as always. */
    silence: () => {
      for (const socket of sockets) socket.pause();
    },
    /** Connections that stood while it was blocked have lost bytes, so they go. */
    restore: () => {
      const was = state;
      state = 'open';
      if (was === 'blocked') drop();
      if (was === 'frozen') for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
