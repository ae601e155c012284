import { Resolver } from 'node:dns/promises';
import { createConnection } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decode, streamEncode } from 'dns-packet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;
let resolver: Resolver;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.zone.clear();
  resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([sandbox.dnsServer]);
});

describe('the name server', () => {
  it('answers each type with what the zone holds now', async () => {
    sandbox.zone.set('go.kite.test', 'A', '192.0.2.1', '192.0.2.2');
    sandbox.zone.set('go.kite.test', 'AAAA', '2001:db8::1');
    sandbox.zone.set('go.kite.test', 'TXT', 'one', 'two=2');
    expect((await resolver.resolve4('GO.kite.test')).sort()).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(await resolver.resolve6('go.kite.test')).toEqual(['2001:db8::1']);
    expect((await resolver.resolveTxt('go.kite.test')).flat().sort()).toEqual(['one', 'two=2']);
    sandbox.zone.set('go.kite.test', 'A', '192.0.2.3');
    expect(await resolver.resolve4('go.kite.test')).toEqual(['192.0.2.3']);
  });

  it('answers with a CNAME record and follows it for other types', async () => {
    sandbox.zone.set('go.kite.test', 'CNAME', 'edge.kite.test');
    sandbox.zone.set('edge.kite.test', 'CNAME', 'links.trail.test');
    sandbox.zone.set('links.trail.test', 'A', '192.0.2.9');
    expect(await resolver.resolveCname('go.kite.test')).toEqual(['edge.kite.test']);
    expect(await resolver.resolve4('go.kite.test')).toEqual(['192.0.2.9']);
  });

  it('stops on a CNAME loop', async () => {
    sandbox.zone.set('a.kite.test', 'CNAME', 'b.kite.test');
    sandbox.zone.set('b.kite.test', 'CNAME', 'a.kite.test');
    expect(await resolver.resolve4('a.kite.test')).toEqual([]);
  });

  it('distinguishes a missing name from a missing record', async () => {
    sandbox.zone.set('www.go.kite.test', 'A', '192.0.2.1');
    await expect(resolver.resolve4('go.kite.test')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolve4('gone.kite.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolveMx('www.go.kite.test')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('sends what is too long for a datagram over TCP', async () => {
    const long = 'x'.repeat(3000);
    sandbox.zone.set('go.kite.test', 'TXT', long);
    expect((await resolver.resolveTxt('go.kite.test')).map((pieces) => pieces.join(''))).toEqual([long]);
  });

  it('answers several queries on one connection, however they are chunked', async () => {
    sandbox.zone.set('go.kite.test', 'A', '192.0.2.1');
    const question = (id: number) =>
      streamEncode({ type: 'query', id, questions: [{ type: 'A', name: 'go.kite.test' }] });
    const bytes = Buffer.concat([question(1), question(2)]);
    const socket = createConnection(Number(sandbox.dnsServer.split(':')[1]), '127.0.0.1');
    const answered = new Promise<Buffer>((resolve) => {
      let heard = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        heard = Buffer.concat([heard, chunk]);
        const first = heard.length > 2 ? 2 + heard.readUInt16BE(0) : Number.POSITIVE_INFINITY;
        if (heard.length >= 2 * first) resolve(heard);
      });
    });
    for (const byte of bytes) socket.write(Buffer.of(byte));
    const heard = await answered;
    socket.destroy();
    const length = heard.readUInt16BE(0);
    const answers = [heard.subarray(2, 2 + length), heard.subarray(4 + length)].map((part) => decode(part));
    expect(answers.map(({ id, answers }) => [id, answers?.length])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('survives a malformed packet', async () => {
    const socket = createConnection(Number(sandbox.dnsServer.split(':')[1]), '127.0.0.1');
    socket.end(Buffer.from([0, 3, 1, 2, 3]));
    expect(await buffer(socket)).toHaveLength(0);
    sandbox.zone.set('go.kite.test', 'A', '192.0.2.1');
    expect(await resolver.resolve4('go.kite.test')).toEqual(['192.0.2.1']);
  });
});

describe('a name that fails', () => {
  it.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
    ['silence', 'ETIMEOUT'],
  ] as const)('with %s', async (failure, code) => {
    sandbox.zone.set('go.kite.test', 'A', '192.0.2.1');
    sandbox.zone.fail('go.kite.test', failure);
    await expect(resolver.resolve4('go.kite.test')).rejects.toMatchObject({ code });
    sandbox.zone.fail('go.kite.test', null);
    expect(await resolver.resolve4('go.kite.test')).toEqual(['192.0.2.1']);
  });
});

describe('the zone over HTTP', () => {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${sandbox.httpUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });

  it('is listed, set, broken and emptied', async () => {
    const record = { name: 'go.kite.test', type: 'CNAME', values: ['links.trail.test'] };
    expect((await send('PUT', '/dns.json', { ...record, name: 'Go.Kite.test.' })).status).toBe(204);
    expect(await (await send('GET', '/dns.json')).json()).toEqual({ records: [record] });
    expect(await resolver.resolveCname('go.kite.test')).toEqual(['links.trail.test']);
    expect((await send('POST', '/dns/fail', { name: 'go.kite.test', failure: 'SERVFAIL' })).status).toBe(204);
    await expect(resolver.resolveCname('go.kite.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect((await send('POST', '/dns/fail', { name: 'go.kite.test', failure: null })).status).toBe(204);
    expect((await send('DELETE', '/dns.json?name=go.kite.test&type=CNAME')).status).toBe(204);
    await expect(resolver.resolveCname('go.kite.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    {},
    { name: 'go.kite.test', type: 'MX', values: ['x'] },
    { name: 'go.kite.test', type: 'A', values: [] },
    { name: 'go.kite.test', type: 'CNAME', values: ['a.test', 'b.test'] },
  ])('refuses %j', async (body) => {
    expect((await send('PUT', '/dns.json', body)).status).toBe(400);
  });
});
