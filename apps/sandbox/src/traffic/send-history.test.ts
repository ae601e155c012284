import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { createProduct } from './product.ts';
import { createScenario } from './scenario.ts';
import { sendHistory, sizeOf } from './send-history.ts';
import { createWire } from './wire.ts';

interface Heard {
  path: string;
  at: number;
  body: Record<string, unknown>;
}

const stop = new AbortController();
const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Signs each click with its number, and remembers what it is sent. */
async function startListening(heard: Heard[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const path = (request.url ?? '').split('?')[0] ?? '';
    heard.push({ path, at: Number(request.headers['x-demo-time']), body: text ? JSON.parse(text) : {} });
    if (path.startsWith('/l/')) {
      const query = new URLSearchParams({ referrer: `tm_click=${heard.length}` });
      return void response.writeHead(302, { location: `https://store.example/?${query}` }).end();
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ msg: 'ok', data: { results: [] } }));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const rows = createHistory(
  createScenario({ seed: 'kite', people: 40, start: '2026-03-01', until: '2026-03-10T10:00:00Z' }),
);

async function send(url: string, onSent: (calls: number) => void = () => {}) {
  const { signal } = stop;
  const endpoint = { wire: createWire(url, signal), token: 't', signal };
  await sendHistory({ product: createProduct(url), endpoint, key: 'k', onSent }, rows);
}

test('all of it is sent, each call with its time, and apps have their clicks', async () => {
  const heard: Heard[] = [];
  let sent = 0;
  await send(await startListening(heard), (calls) => {
    sent += calls;
  });
  expect(sent).toBe(sizeOf(rows));
  expect(heard.length).toBe(sent);
  const times = Object.values(rows).flatMap((list) => list.map(({ at }: { at: number }) => at));
  expect(heard.map(({ at }) => at).toSorted()).toEqual(times.toSorted());
  const opens = heard.filter(({ path }) => path === '/api/client/init');
  const withClick = opens.filter(
    ({ body }) => (body.device_data as object) && JSON.stringify(body).includes('tm_click'),
  );
  expect(withClick.length).toBeGreaterThan(5);
  expect(withClick.length).toBeLessThan(opens.length);
});

test('what a phone does is sent in its order', async () => {
  const heard: Heard[] = [];
  await send(await startListening(heard));
  const lastOf = new Map<unknown, number>();
  for (const { at, body } of heard) {
    const phone =
      body.install_instance_id ??
      (body.items as { body: Heard['body'] }[] | undefined)?.[0]?.body.install_instance_id;
    if (phone === undefined) continue;
    expect(at).toBeGreaterThanOrEqual(lastOf.get(phone) ?? 0);
    lastOf.set(phone, at);
  }
  expect(lastOf.size).toBe(rows.opens.length);
});

test('it ends with the first call that is refused', async () => {
  const server = createServer((_, response) => void response.writeHead(400).end('{"msg":"no"}'));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(send(url)).rejects.toThrow('was answered with 400');
});
