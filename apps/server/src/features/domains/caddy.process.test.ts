import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '../../db/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { answerError } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import { systemClock } from '../../platform/clock.ts';
import { readEnv } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { createLog } from '../../platform/log.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { type Caddy, documentedCaddyfile, startCaddy } from '../../testing/caddy.ts';
import { routes } from './routes.ts';
import { claimHost, saveObject } from './store.ts';
import { createWellKnown } from './well-known.ts';

const MAIN = 'trailmark.example.com';
const HOST = 'go.kite.test';
const STRANGER = 'go.stranger.test';
const AASA = '/.well-known/apple-app-site-association';
const FILE = { applinks: { details: [{ appIDs: ['ABCDE12345.com.kite.app'], components: [{ '/': '*' }] }] } };

let dir: string;
let postgres: EmbeddedPostgres;
let connection: Connection;
let front: Server;
let caddy: Caddy;
/** Paths that arrived behind Caddy, with their hosts. */
const seen: string[] = [];

async function startDatabase(): Promise<Connection> {
  postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), progress: () => {}, fast: true });
  const made = connect(postgres.url, { onIdleError: () => {} });
  await migrate(made.pool, () => {});
  return made;
}

/** A project whose domain HOST is verified and whose app is known. */
async function buildLinkHost({ db }: Connection): Promise<void> {
  const now = new Date();
  const projectId = newId(now);
  const project = { name: 'Kite', platform: 'app', currency: 'INR', timezone: 'UTC' };
  await db
    .insertInto('projects')
    .values({ project_id: projectId, ...project, created_at: now, updated_at: now })
    .execute();
  await db.transaction().execute(async (tx) => {
    const domain = { project_id: projectId, id: newId(now), host: HOST, txt_value: 'x', created_at: now };
    const row = await tx.insertInto('domains').values(domain).returningAll().executeTakeFirstOrThrow();
    expect(await claimHost(tx, row as Parameters<typeof claimHost>[1], now)).toBe(true);
    await saveObject(tx, projectId, { platform: 'IOS', object: FILE, form: null, updated_at: now });
  });
}

/** What stands behind Caddy: files of link hosts by their name, the calls of this feature for the rest. */
async function startFront({ db }: Connection): Promise<Server> {
  const kit = {
    db,
    clock: systemClock,
    env: readEnv({}, 'all'),
    log: createLog('silent'),
    secrets: createSecrets('a-secret-key-for-tests-only-0123456789'),
    publicUrl: `https://${MAIN}`,
  } as Kit;
  const app = fastify();
  app.setErrorHandler(answerError);
  mount(app, kit, routes);
  await app.ready();
  const wellKnown = createWellKnown(kit);
  const server = createServer(async (incoming, response) => {
    const { host = '' } = incoming.headers;
    const url = incoming.url ?? '';
    seen.push(`${host.replace(/:\d+$/, '')} ${url}`);
    const file = await wellKnown.find(host, url);
    if (!file) return app.routing(incoming, response);
    response.writeHead(200, { 'content-type': file.contentType }).end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The very text of the documentation, with this machine's port. */
function caddyfile(): string {
  const documented = documentedCaddyfile('link-domains.md');
  expect(documented).toContain('/api/domain/ask');
  const { port } = front.address() as AddressInfo;
  return documented.replaceAll('127.0.0.1:4600', `127.0.0.1:${port}`);
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'trailmark-caddy-'));
  chmodSync(dir, 0o711);
  connection = await startDatabase();
  await buildLinkHost(connection);
  front = await startFront(connection);
  caddy = await startCaddy(dir, caddyfile());
});

afterAll(async () => {
  await caddy?.stop();
  front?.closeAllConnections();
  front?.close();
  await connection?.close();
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  certificate: PeerCertificate;
}

/** As a phone would: the name in the handshake and in the request, and no trust beyond the authority. */
async function get(host: string, path: string): Promise<Answer> {
  const ca = readFileSync(join(caddy.dir, 'pki/authorities/local/root.crt'));
  const sent = request({
    host: '127.0.0.1',
    port: caddy.httpsPort,
    servername: host,
    headers: { host },
    path,
    ca,
    agent: false,
  });
  sent.end();
  const [response] = await once(sent, 'response');
  const certificate = (response.socket as TLSSocket).getPeerCertificate();
  return { status: response.statusCode, headers: response.headers, body: await text(response), certificate };
}

/** The handshake alone, whatever certificate comes. */
async function shakeHands(host: string): Promise<PeerCertificate> {
  const socket = connectTls({
    host: '127.0.0.1',
    port: caddy.httpsPort,
    servername: host,
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}

describe("Caddy with the documentation's configuration", () => {
  test('gets a certificate for a verified domain and serves its file without a redirect', async () => {
    const answer = await get(HOST, AASA);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers.location).toBeUndefined();
    expect(JSON.parse(answer.body)).toEqual(FILE);
    expect(answer.certificate.subjectaltname).toBe(`DNS:${HOST}`);
    expect(seen.some((line) => line.endsWith(`/api/domain/ask?domain=${HOST}`))).toBe(true);
    expect(seen).toContain(`${HOST} ${AASA}`);
    expect(existsSync(join(caddy.dir, 'certificates/local', HOST))).toBe(true);
  });

  test('gets none for a domain that nobody has verified', async () => {
    await expect(shakeHands(STRANGER)).rejects.toThrow();
    expect(seen.some((line) => line.endsWith(`/api/domain/ask?domain=${STRANGER}`))).toBe(true);
    expect(seen.filter((line) => line.startsWith(STRANGER))).toEqual([]);
    expect(existsSync(join(caddy.dir, 'certificates/local', STRANGER))).toBe(false);
    expect((await shakeHands(HOST)).subjectaltname).toBe(`DNS:${HOST}`);
  });

  test('serves the main address beside them', async () => {
    const answer = await get(MAIN, `/api/domain/ask?domain=${STRANGER}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'not_found' } });
    expect(answer.certificate.subjectaltname).toBe(`DNS:${MAIN}`);
    expect(seen.filter((line) => line.includes(`ask?domain=${MAIN}`))).toEqual([]);
  });
});
