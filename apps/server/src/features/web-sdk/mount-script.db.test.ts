import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mountScript } from './mount-script.ts';
import { asScript, createScriptReader } from './script.ts';

const OLD = Buffer.from(`"use strict";/* ${'old '.repeat(100)} */`);
const NEW = Buffer.from(`"use strict";/* ${'new '.repeat(100)} */`);

let dir: string;
let before: TestServer;
let server: TestServer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'trailmark-sdk-'));
  before = await startWith('old.js');
  writeFileSync(join(dir, 'new.js'), NEW);
  server = await startWith('new.js', before.databaseUrl);
});
afterAll(async () => {
  await server.stop();
  await before.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A server whose release has this script. */
const startWith = (file: string, sharedDatabaseUrl?: string) =>
  startTestServer({
    ...(sharedDatabaseUrl ? { sharedDatabaseUrl } : {}),
    mount: async (app, kit) => mountScript(app, kit, createScriptReader(join(dir, file))),
  });

const get = (of: TestServer, name: string, headers: Record<string, string> = {}) =>
  fetch(`${of.url}/sdk/${name}`, { headers });

describe('the script that pages load', () => {
  test('is missed with a reason until it is built', async () => {
    const answer = await get(before, 'v1.js');
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
      404,
      expect.stringContaining('not built'),
    ]);
    writeFileSync(join(dir, 'old.js'), OLD);
    expect(await (await get(before, 'v1.js')).text()).toBe(OLD.toString());
  });

  test('may be loaded by every page, and is asked for again soon', async () => {
    const answer = await get(server, 'v1.js', { origin: 'https://shop.example.com' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': expect.stringMatching(/^public, max-age=300\b/),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(await answer.text()).toBe(NEW.toString());
    const etag = answer.headers.get('etag') ?? '';
    const again = await get(server, 'v1.js', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get(server, 'v1.js', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('goes out for accept-encoding %s as %s', async (accepted, encoding) => {
    const answer = await get(server, 'v1.js', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(NEW.toString());
  });

  test('stays for ever under the name of its hash, whatever release is running', async () => {
    const [old, fresh] = [asScript(OLD), asScript(NEW)];
    for (const [script, content] of [
      [old, OLD],
      [fresh, NEW],
    ] as const) {
      const answer = await get(server, script.pinnedName);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.equals(content)).toBe(true);
      const hash = createHash('sha384').update(bytes).digest('base64');
      expect(script.integrity).toBe(`sha384-${hash}`);
    }
  });

  test.each(['v1.0123456789abcdef.js', 'v2.js', 'v1.js.map', '..%2fpackage.json', 'v1.%00.js'])(
    'is not at %s',
    async (name) => {
      expect((await get(server, name)).status).toBe(404);
    },
  );
});
