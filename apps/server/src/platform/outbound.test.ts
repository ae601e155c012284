import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Env, readEnv } from './env.ts';
import { AnswerTooLarge } from './exchange-text.ts';
import { fetchConfigured, fetchUntrusted, OutboundRefused, readText } from './outbound.ts';

let house: Server;
let port: number;
/** Requests that came as far as this machine. */
let arrived: string[];
let connections = 0;

beforeAll(async () => {
  house = createServer((request, response) => {
    arrived.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const location = url.searchParams.get('to');
    if (location) return response.writeHead(302, { location }).end();
    if (url.pathname === '/silent') return;
    if (url.searchParams.has('close')) response.setHeader('connection', 'close');
    response.end(url.pathname === '/large' ? 'x'.repeat(5000) : 'secret of the house');
  });
  house.on('connection', () => {
    connections += 1;
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
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '::', '::1', 'fe80::1', 'fe80::1%lo', 'fd00:ec2::254'],
    ...['ff02::1', 'fec0::1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001:db8::1', 'not an address'],
  ])('is not fetched when its name resolves to %s', async (address) => {
    const request = fetchUntrusted(envWith(), `http://go.example.com:${port}/`, answering(address));
    await expect(request).rejects.toThrow(new OutboundRefused('go.example.com has no public address'));
    expect(arrived).toEqual([]);
  });

  // https://url.spec.whatwg.org/#concept-ipv4-parser reads each of the first lines as 127.0.0.1.
  test.each([
    ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
    ...[
      '017700000001',
      '0x7F.0x0.0x0.0x1',
      '%31%32%37.0.0.1',
      '１２７.０.０.１',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
    ],
    ...['0', '0.0.0.0', '10.1', '0xa000001', '3232235777', '172.16.1', '192.168.1.1', '2852039166'],
    ...['169.254.169.254', '0xa9fea9fe', '0251.0376.0251.0376', '168.63.129.16', '100.100.100.200'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[fe80::1]', '[fd00:ec2::254]', '[fc00::1]', '[ff02::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
    ...['[2001:db8::1]', '[fec0::1]'],
  ])('is not fetched as http://%s either', async (host) => {
    const request = fetchUntrusted(envWith(), `http://${host}:${port}/`, LIMITS);
    await expect(request).rejects.toThrow(/^\S+ is not a public address$/);
    expect(arrived).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ'])(
    'is not fetched as http://%s, whose address the system knows',
    async (host) => {
      const request = fetchUntrusted(envWith(), `http://${host}:${port}/`, LIMITS);
      await expect(request).rejects.toThrow(new OutboundRefused('localhost has no public address'));
      expect(arrived).toEqual([]);
    },
  );

  test.each([
    ['file:///etc/passwd', 'file:// is not a web address'],
    ['ftp://go.example.com/', 'ftp:// is not a web address'],
    ['gopher://127.0.0.1:6379/_FLUSHALL', 'gopher:// is not a web address'],
    ['data:text/plain,hello', 'data:// is not a web address'],
    ['javascript:alert(1)', 'javascript:// is not a web address'],
    ['http://public.example@127.0.0.1/', 'an address must not have a user name or password in it'],
    ['http://:secret@go.example.com/', 'an address must not have a user name or password in it'],
  ])('is not fetched as %s', async (url, reason) => {
    await expect(fetchUntrusted(envWith(), url, LIMITS)).rejects.toThrow(new OutboundRefused(reason));
  });

  test.each([
    'http://127.0.0.2/',
    '//0x7f.0.0.2/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
  ])('does not lead on to %s by a redirect', async (to) => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const url = `http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`;
    const request = fetchUntrusted(env, url, { ...LIMITS, redirects: 3 });
    await expect(request).rejects.toThrow(OutboundRefused);
    expect(arrived).toHaveLength(1);
  });

  test('is connected to at the one address that was checked and allowed, and its name is looked up once', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const answers = [['10.0.0.1', '127.0.0.1', '169.254.169.254'], ['127.0.0.2']];
    const addressesOf = async () => answers.shift() ?? [];
    const answer = await fetchUntrusted(env, `http://go.example.com:${port}/`, { ...LIMITS, addressesOf });
    expect(await readText(answer)).toBe('secret of the house');
    expect(answers).toEqual([['127.0.0.2']]);
  });

  test('is looked up again for a new connection, and checked again', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const options = { ...LIMITS, addressesOf: async () => answers.shift() ?? [] };
    const url = `http://go.example.com:${port}/`;
    await readText(await fetchUntrusted(env, `${url}?close`, options));
    await expect(fetchUntrusted(env, url, options)).rejects.toThrow(OutboundRefused);
    expect([arrived, answers]).toEqual([['/?close'], []]);
  });

  test('is asked over connections that are used again, and no more than one server is given', async () => {
    const env = envWith({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const options = answering('127.0.0.1');
    const fetchSome = async (count: number) =>
      await Promise.all(
        Array.from({ length: count }, async () =>
          readText(await fetchUntrusted(env, `http://go.example.com:${port}/`, options)),
        ),
      );
    const before = connections;
    await fetchSome(60);
    await fetchSome(60);
    expect([connections - before, arrived.length]).toEqual([16, 120]);
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
