import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Env, readEnv } from './env.ts';
import { AnswerTooLarge, fetchConfigured, fetchUntrusted, OutboundRefused, readText } from './outbound.ts';

let house: Server;
let port: number;
/** Requests that came as far as this machine. */
let arrived: string[];

beforeAll(async () => {
  house = createServer((request, response) => {
    arrived.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const location = url.searchParams.get('to');
    if (location) return response.writeHead(302, { location }).end();
    if (url.pathname === '/silent') return;
    response.end(url.pathname === '/large' ? 'x'.repeat(5000) : 'secret of the house');
  });
  await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve));
  ({ port } = house.address() as AddressInfo);
});
afterAll(() => {
  house.closeAllConnections();
  house.close();
});
beforeEach(() => {
  arrived = [];
});

const envWith = (variables: Record<string, string> = {}): Env => readEnv(variables, 'all');
const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };
const answering = (...addresses: string[]) => ({ ...LIMITS, addressesOf: async () => addresses });

describe('an address that a stranger names', () => {
  test.each([
    '127.0.0.1',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::1',
    '0.0.0.0',
    'fe80::1',
  ])('is not fetched when its name resolves to %s', async (address) => {
    const request = fetchUntrusted(envWith(), `http://go.example.com:${port}/`, answering(address));
    await expect(request).rejects.toThrow(OutboundRefused);
    expect(arrived).toEqual([]);
  });

  test.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '127.1'])(
    'is not fetched as http://%s either',
    async (host) => {
      await expect(fetchUntrusted(envWith(), `http://${host}:${port}/`, LIMITS)).rejects.toThrow(
        OutboundRefused,
      );
      expect(arrived).toEqual([]);
    },
  );

  test('is not fetched by another protocol', async () => {
    await expect(fetchUntrusted(envWith(), 'file:///etc/passwd', LIMITS)).rejects.toThrow(OutboundRefused);
  });

  test('is connected to at the one address that was checked and allowed, and its name is looked up once', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const answers = [['10.0.0.1', '127.0.0.1', '169.254.169.254'], ['127.0.0.2']];
    const addressesOf = async () => answers.shift() ?? [];
    const answer = await fetchUntrusted(env, `http://go.example.com:${port}/`, { ...LIMITS, addressesOf });
    expect(await readText(answer)).toBe('secret of the house');
    expect(answers).toEqual([['127.0.0.2']]);
  });

  test('is fetched where the operator allows its network, under its own name and without a redirect', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    const url = `http://go.example.com:${port}`;
    expect(await readText(await fetchUntrusted(env, url, answering('127.0.0.1')))).toBe(
      'secret of the house',
    );
    const moved = await fetchUntrusted(env, `${url}/?to=/elsewhere`, answering('127.0.0.1'));
    expect([moved.status, arrived]).toEqual([302, ['/', '/?to=/elsewhere']]);
    moved.body.destroy();
  });

  test('is limited in size and time', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    const large = await fetchUntrusted(env, `http://127.0.0.1:${port}/large`, LIMITS);
    await expect(readText(large)).rejects.toThrow(AnswerTooLarge);
    const silent = fetchUntrusted(env, `http://127.0.0.1:${port}/silent`, { ...LIMITS, timeoutMs: 100 });
    await expect(silent).rejects.toThrow();
  });
});

describe('an address of the configuration', () => {
  const configured = () => envWith({ ADSERVICES_URL: `http://127.0.0.1:${port}/api` });

  test('may be on a private network', async () => {
    const answer = await fetchConfigured(configured(), `http://127.0.0.1:${port}/api`, LIMITS);
    expect(await readText(answer)).toBe('secret of the house');
  });

  test('opens nothing else there: another port, a redirect', async () => {
    const elsewhere = fetchConfigured(envWith(), `http://127.0.0.1:${port}/`, LIMITS);
    await expect(elsewhere).rejects.toThrow(OutboundRefused);
    const to = encodeURIComponent(`http://localhost:${port}/inside`);
    const redirected = fetchConfigured(configured(), `http://127.0.0.1:${port}/?to=${to}`, {
      ...LIMITS,
      redirects: 3,
    });
    await expect(redirected).rejects.toThrow(OutboundRefused);
    expect(arrived.filter((path) => path === '/inside')).toEqual([]);
  });

  test('may send on within itself', async () => {
    const options = { ...LIMITS, redirects: 1 };
    const answer = await fetchConfigured(configured(), `http://127.0.0.1:${port}/?to=/there`, options);
    expect([answer.status, await readText(answer)]).toEqual([200, 'secret of the house']);
  });
});
