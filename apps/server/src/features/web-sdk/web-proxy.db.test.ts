import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pickFreePort } from '../../db/embedded/postmaster.ts';
import { checkoutRoot } from '../../platform/package-root.ts';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { asScript } from './script.ts';

const CADDY = process.env.CADDY ?? '/usr/bin/caddy';
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';
const TRAILMARK = 'https://trailmark.example.com';
const SHOP = 'https://shop.example.com';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
/** Where the visitor calls from: not the address of the proxies, which is 127.0.0.1. */
const VISITOR = '127.0.0.5';
const SCRIPT = asScript(Buffer.from('"the script";'));
const PAGE = readFileSync(join(checkoutRoot, 'docs/web-proxy.md'), 'utf8');

/** A block of the documentation. */
const documented = (heading: string, language: string) =>
  new RegExp(`## ${heading}\n[\\s\\S]*?\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1] ?? '';

let dir: string;
let server: TestServer;
let projectId: string;
let token: string;
const children: ChildProcess[] = [];
const sites: Server[] = [];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'trailmark-proxy-'));
  server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  const built = await buildProject(server);
  ({ projectId } = built);
  const params = { project_id: projectId };
  ({ token } = await built.owner.call(whitelistHost, { params, body: { host: 'shop.example.com' } }));
  await server.db
    .insertInto('web_scripts')
    .values({ name: SCRIPT.pinnedName, content: SCRIPT.plain, created_at: server.clock.now() })
    .execute();
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  for (const site of sites) {
    site.closeAllConnections();
    site.close();
  }
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function start(program: string, args: string[], port: number): Promise<void> {
  let said = '';
  const home = join(dir, 'home');
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  child.on('error', (error) => {
    said += `${error.message}: install it, or set CADDY or NGINX to its path`;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`${program} ended:\n${said}`);
    await sleep(50);
  }
}

async function startCaddy(): Promise<number> {
  const port = await pickFreePort();
  const config = documented('Caddy', 'caddyfile')
    .replace('shop.example.com {', `http://127.0.0.1:${port} {`)
    .replace(TRAILMARK, server.url)
    .replace('/srv/shop', dir);
  expect(config).toContain(server.url);
  const file = join(dir, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${config}`);
  await start(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], port);
  return port;
}

async function startNginx(): Promise<number> {
  const port = await pickFreePort();
  const blocks = documented('nginx', 'nginx').replaceAll(TRAILMARK, server.url);
  expect(blocks).toContain(server.url);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  );
  const site = `server { listen 127.0.0.1:${port}; root ${join(dir, 'home')};\n${blocks}\n}`;
  const file = join(dir, 'nginx.conf');
  const log = `error_log stderr; pid ${join(dir, 'nginx.pid')};`;
  writeFileSync(
    file,
    `daemon off; master_process off; ${log}\nevents {}\nhttp { access_log off; ${folders.join(' ')}\n${site}\n}`,
  );
  await start(NGINX, ['-c', file, '-p', dir], port);
  return port;
}

/** The Worker as it stands, in a server that hands requests to it as Cloudflare does. */
async function startWorker(): Promise<number> {
  const code = documented('Cloudflare', 'js').replace(TRAILMARK, server.url);
  expect(code).toContain(server.url);
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  const worker = ((await import(address)) as { default: { fetch(request: Request): Promise<Response> } })
    .default;
  const site = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const headers = new Headers(incoming.headers as Record<string, string>);
    headers.delete('connection');
    headers.set('cf-connecting-ip', incoming.socket.remoteAddress ?? '');
    const { method = 'GET' } = incoming;
    const body = method === 'POST' ? { body: Buffer.concat(parts) } : {};
    const answer = await worker.fetch(new Request(`${SHOP}${incoming.url}`, { method, headers, ...body }));
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  sites.push(site);
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return (site.address() as AddressInfo).port;
}

interface Sent {
  method?: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** A visitor's browser at the site. */
function visit(port: number, { method = 'GET', path, body, headers = {} }: Sent) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const length: Record<string, string> = text === undefined ? {} : { 'content-length': `${text.length}` };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, localAddress: VISITOR };
    const sent = send({ ...options, headers: { ...length, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The address that the first open was decided with. */
async function addressOf(installId: string): Promise<string | undefined> {
  const { rows } = await sql<{ ip: string }>`
    select receipt #>> '{conversion,ip}' as ip from decisions
    where project_id = ${projectId} and install_id = ${installId}`.execute(server.db);
  return rows[0]?.ip;
}

describe.each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
  ['a Worker', startWorker],
])('%s with the configuration of the documentation', (name, startSite) => {
  const installId = (end: string) => `${name.replace(/\W/g, '')}${end}`;
  let port: number;
  beforeAll(async () => {
    port = await startSite();
  });

  test('serves the script', async () => {
    expect(await visit(port, { path: `/t/sdk/${SCRIPT.pinnedName}` })).toEqual({
      status: 200,
      text: SCRIPT.plain.toString(),
    });
  });

  test.each([
    ['plain', 'text/plain;charset=UTF-8'],
    ['json', 'application/json'],
  ])('passes events on with the address of their visitor: %s', async (end, type) => {
    const body = { install_instance_id: installId(end), platform: 'WEB', device_data: {} };
    const answer = await visit(port, {
      method: 'POST',
      path: `/t/api/client/batch?t=${token}`,
      body: { token, items: [{ call: 'init', body }] },
      // What a visitor claims to be is not believed.
      headers: {
        origin: SHOP,
        'content-type': type,
        'user-agent': BROWSER,
        'x-forwarded-for': '203.0.113.99',
        cookie: 'a=b',
      },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"accepted":1')]);
    expect(await addressOf(installId(end))).toBe(VISITOR);
  });

  test('passes on which host the page is of', async () => {
    const body = { token, install_instance_id: installId('x'), event_name: 'tap' };
    const answer = await visit(port, {
      method: 'POST',
      path: '/t/api/client/capture-event',
      body,
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('evil.example')]);
  });

  test.each(['/t/api/open/config', '/t/', '/api/client/init', '/t/metrics'])(
    'leads nowhere else: %s',
    async (path) => {
      expect((await visit(port, { path })).status).toBe(404);
    },
  );
});

test('a proxy that is not named cannot say whose address it is', async () => {
  const stranger = await startTestServer({
    env: { TRUST_PROXY: '192.0.2.1' },
    sharedDatabaseUrl: server.databaseUrl,
  });
  const body = { token, install_instance_id: 'stranger', platform: 'WEB', device_data: {} };
  const answer = await fetch(`${stranger.url}/api/client/init`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      origin: SHOP,
      'content-type': 'application/json',
      'user-agent': BROWSER,
      'x-forwarded-for': '203.0.113.99',
    },
  });
  expect(answer.status).toBe(200);
  expect(await addressOf('stranger')).toBe('127.0.0.1');
  await stranger.stop();
});
