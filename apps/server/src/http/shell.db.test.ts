import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCampaign, buildPerson, buildProject, type TestPerson } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, projectId } = await buildProject(server));
});
afterAll(() => server.stop());

/** Writes to a connection, and reads until the server closes it. */
async function converse({ url }: TestServer, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (part) => {
    answer += part.toString();
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('a request that does not arrive', () => {
  let impatient: TestServer;
  beforeAll(async () => {
    impatient = await startTestServer({
      sharedDatabaseUrl: server.databaseUrl,
      timeouts: { headersMs: 200, requestMs: 200, checkEveryMs: 50 },
    });
  });
  afterAll(() => impatient.stop());

  test('is ended with 408 when its body takes too long', async () => {
    const head = `PUT /api/user HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${owner.token}\r\n`;
    const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"first_name":';
    expect(await converse(impatient, head + body)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('has a minute in the product, and half of it for its headers', () => {
    const { headersTimeout, requestTimeout } = server.app.server;
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 30_000, requestTimeout: 60_000 });
  });

  test('is ended with 408 when its headers take too long', async () => {
    expect(await converse(impatient, 'GET /api/open/config HTTP/1.1\r\nHost: he')).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });
});

test('an address with a part that is longer than any id is refused', async () => {
  // Parameters of routes have a limit of their own, for which fastify has the status 414.
  const long = await fetch(`${server.url}/api/project/${'x'.repeat(5000)}/web-sdk/whitelisted-hosts`);
  expect([long.status, await long.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
});

describe('a body that nobody reads', () => {
  test('ends the connection when it is long: nothing more of it is taken', async () => {
    const length = 'Content-Length: 100000000';
    const head = `PUT /api/user HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
    const answer = await converse(server, `${head}{`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test('leaves the connection open when it is short', async () => {
    const response = await fetch(`${server.url}/api/user`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([response.status, response.headers.get('connection')]).toEqual([401, 'keep-alive']);
  });

  test('is not read for a stranger where the address names the project', async () => {
    const stranger = await buildPerson(server);
    const path = `/api/project?project_id=${projectId}&confirm_name=x`;
    const status = await new Promise((resolve, reject) => {
      const request = send(server.url + path, {
        method: 'DELETE',
        agent: false,
        headers: {
          authorization: `Bearer ${stranger.token}`,
          'content-type': 'application/json',
          'content-length': 100_000_000,
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.write('{');
    });
    expect(status).toBe(404);
  });
});

describe('compression', () => {
  /** By node:http, which unlike fetch gives the bytes as they came. */
  async function get(path: string, encoding?: string) {
    const headers = {
      authorization: `Bearer ${owner.token}`,
      ...(encoding ? { 'accept-encoding': encoding } : {}),
    };
    return await new Promise<{ bytes: Buffer; encoding: unknown; vary: unknown; status: unknown }>(
      (resolve, reject) => {
        const request = send(server.url + path, { headers, agent: false }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({
              bytes: Buffer.concat(parts),
              encoding: response.headers['content-encoding'],
              vary: response.headers.vary,
              status: response.statusCode,
            }),
          );
        });
        request.on('error', reject);
        request.end();
      },
    );
  }

  const list = () => `/api/project/timezones`;
  const plain = async (path: string) => JSON.parse((await get(path)).bytes.toString()) as unknown;

  test.each([
    { accepted: 'gzip', used: 'gzip', decode: gunzipSync },
    { accepted: 'br', used: 'br', decode: brotliDecompressSync },
    { accepted: 'gzip, deflate, br, zstd', used: 'br', decode: brotliDecompressSync },
  ])('of a long answer is $used for $accepted', async ({ accepted, used, decode }) => {
    const answer = await get(list(), accepted);
    expect([answer.status, answer.encoding, answer.vary]).toEqual([200, used, 'accept-encoding']);
    expect(JSON.parse(decode(answer.bytes).toString())).toEqual(await plain(list()));
  });

  test('is left out where it was not requested, and caches know by Vary', async () => {
    for (const accepted of [undefined, 'identity']) {
      const answer = await get(list(), accepted);
      expect([answer.encoding, answer.vary]).toEqual([undefined, 'accept-encoding']);
    }
  });

  test('is left out where the answer is short, a file or a stream', async () => {
    const { default_link_id } = await buildCampaign(owner, projectId);
    const files = [`/api/campaign/link/qr?project_id=${projectId}&link_id=${default_link_id}`];
    for (const path of ['/api/open/config', ...files]) {
      const answer = await get(path, 'gzip, br');
      expect([path, answer.status, answer.encoding]).toEqual([path, 200, undefined]);
    }
    const stream = await fetch(`${server.url}/api/project/live?project_id=${projectId}`, {
      headers: { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'gzip, br' },
    });
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
    await stream.body?.cancel();
  });

  test('costs calls of apps and servers nothing: they have no such step', async () => {
    const response = await fetch(`${server.url}/api/client/init`, {
      method: 'POST',
      headers: { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('vary')).toBeNull();
  });
});
