import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { closeConnections } from './close-connections.ts';

/** A server with a route that answers when the test says so. */
async function startSlowServer() {
  // Longer than a test may take.
  const app = fastify({ keepAliveTimeout: 600_000 });
  closeConnections(app);
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return { isAnswered: true };
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, requested, answer: () => answer(), port: Number(new URL(url).port) };
}

test('a request under way is answered, and its connection then closed', async () => {
  const { app, requested, answer, port } = await startSlowServer();
  const response = fetch(`http://127.0.0.1:${port}/`);
  await requested;
  const closed = app.close();
  answer();
  expect(await (await response).json()).toEqual({ isAnswered: true });
  await closed;
});

test('a connection without a request is closed', async () => {
  const { app, port } = await startSlowServer();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  socket.resume();
  await app.close();
  await ended;
});
