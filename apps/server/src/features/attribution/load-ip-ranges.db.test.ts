import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createIpKnowledge, type LoadedIpKnowledge } from './ip-knowledge.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let lists: Server;
let server: TestServer;
let ips: LoadedIpKnowledge;
let relay: Handler;
let anonymous: Handler;
let requests: { path: string; etag: string | undefined; status: number }[] = [];

beforeAll(async () => {
  lists = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('finish', () =>
      requests.push({ path, etag: request.headers['if-none-match'], status: response.statusCode }),
    );
    (path === '/relay.csv' ? relay : anonymous)(request, response);
  });
  lists.listen(0, '127.0.0.1');
  await once(lists, 'listening');
  const url = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`;
  server = await startTestServer({
    env: { PRIVATE_RELAY_URL: `${url}/relay.csv`, ANONYMOUS_RANGES_URL: `${url}/vpn.txt` },
  });
});
afterAll(async () => {
  await server.stop();
  lists.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('ip_ranges').execute();
  await server.db.deleteFrom('ip_range_loads').execute();
  requests = [];
  ips = createIpKnowledge(server.kit);
  relay = (_request, response) => response.writeHead(404).end();
  anonymous = relay;
});
afterEach(() => ips.stop());

/** A list as Apple's server hands it out. */
const answer =
  (text: string, etag: string): Handler =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { etag, 'content-type': 'text/csv' }).end(text);
  };

async function load(): Promise<void> {
  server.clock.advance(SECOND_MS);
  await enqueue(server.db, 'load-ip-ranges', {});
  await server.runJobs();
  await ips.refresh();
}

const stored = async (kind: string) =>
  (await server.db.selectFrom('ip_ranges').select('range').where('kind', '=', kind).execute())
    .map((row) => row.range)
    .sort();

const RELAY = `172.224.224.0/31,GB,GB-EN,London,
172.224.224.2/31,GB,GB-EN,London,
172.224.224.0/32,GB,GB-EN,London,
2a02:26f7:b000:4000::/64,US,US-TX,Dallas,
`;

describe('the lists of addresses', () => {
  test('are loaded, merged and known', async () => {
    relay = answer(RELAY, '"one"');
    anonymous = answer('# data centres\n198.51.100.0/24\n203.0.113.9\n', '"a"');
    expect(ips.relayKnown()).toBe(false);
    await load();
    expect(await stored('private_relay')).toEqual(['172.224.224.0/30', '2a02:26f7:b000:4000::/64']);
    expect(ips.relayKnown()).toBe(true);
    expect(['172.224.224.3', '172.224.224.4', null].map(ips.isRelay)).toEqual([true, false, false]);
    expect(ips.isRelay('2a02:26f7:b000:4000:1::')).toBe(true);
    expect(['198.51.100.77', '203.0.113.9', '203.0.113.10'].map(ips.isAnonymous)).toEqual([
      true,
      true,
      false,
    ]);
    expect(ips.isAnonymous('172.224.224.3')).toBe(false);
  });

  test('are not sent again while they are the same, and replaced when they are not', async () => {
    relay = answer(RELAY, '"one"');
    await load();
    await load();
    const mine = requests.filter(({ path }) => path === '/relay.csv');
    expect(mine.map(({ etag, status }) => [etag, status])).toEqual([
      [undefined, 200],
      ['"one"', 304],
    ]);
    relay = answer('192.0.2.0/24,GB,,,\n', '"two"');
    await load();
    expect(await stored('private_relay')).toEqual(['192.0.2.0/24']);
    expect([ips.isRelay('192.0.2.1'), ips.isRelay('172.224.224.3')]).toEqual([true, false]);
  });

  test.each<[string, Handler]>([
    ['an error', (_request, response) => response.writeHead(503).end('later')],
    ['nothing', (_request, response) => response.writeHead(200).end()],
    ['a page', (_request, response) => response.writeHead(200).end('<html>\n<p>Sorry\n</html>\n')],
    ['half of it', (_request, response) => response.writeHead(200).end('192.0.2.0/24,\nx\ny\nz\n')],
    [
      'a broken connection',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('192.0.2.0/24,GB,,,\n');
        response.destroy();
      },
    ],
  ])('stay as they were when the answer is %s', async (_name, broken) => {
    relay = answer(RELAY, '"one"');
    anonymous = answer('198.51.100.0/24\n', '"a"');
    await load();
    relay = broken;
    anonymous = answer('203.0.113.0/24\n', '"b"');
    await load();
    expect(await stored('private_relay')).toEqual(['172.224.224.0/30', '2a02:26f7:b000:4000::/64']);
    expect(ips.isRelay('172.224.224.3')).toBe(true);
    // One list that fails does not keep the other from being loaded.
    expect(await stored('anonymous')).toEqual(['203.0.113.0/24']);
  });

  test('are not fetched from an internal address to which their server redirects', async () => {
    const { port } = lists.address() as AddressInfo;
    const inside = `http://localhost:${port}/inside`;
    relay = (_request, response) => response.writeHead(302, { location: inside }).end();
    anonymous = answer('192.0.2.0/24\n', '"inside"');
    await load();
    expect(requests.map(({ path }) => path).sort()).toEqual(['/relay.csv', '/vpn.txt']);
    expect([await stored('private_relay'), await stored('anonymous')]).toEqual([[], ['192.0.2.0/24']]);
  });

  test('are forgotten when they are turned off', async () => {
    relay = answer(RELAY, '"one"');
    await load();
    const { ipRanges } = server.kit.env;
    server.kit.env.ipRanges = { privateRelay: null, anonymous: null };
    await load();
    server.kit.env.ipRanges = ipRanges;
    expect([await stored('private_relay'), ips.relayKnown()]).toEqual([[], false]);
  });

  test('may be long', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `10.${at >> 8}.${at & 255}.0/25,US,,,`);
    relay = answer(rows.join('\n'), '"long"');
    await load();
    expect(await stored('private_relay')).toHaveLength(20_000);
    expect(['10.78.31.1', '10.78.31.200', '10.78.32.1'].map(ips.isRelay)).toEqual([true, false, false]);
  });
});
