import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  addDomain,
  askDomain,
  type Domain,
  deleteDomain,
  getDomainStatus,
  saveVerificationObject,
} from '@trailmark/contract/domains';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { buildMember, buildProject } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { MISSES, SILENCE, UNPROVEN, UNREACHED } from './problems.ts';
import { findWellKnown } from './well-known.ts';

const TARGET = 'links.trail.test';

let sandbox: Sandbox;
let server: TestServer;
let front: Server;
/** What the front does instead of answering for link hosts. */
let impostor: { status: number; body: string; location?: string } | null = null;

/** Stands where TLS ends in production: whatever host arrives here is served by its name. */
function startFront(): Promise<Server> {
  const http = createServer(async ({ headers, url }, response) => {
    const file = await findWellKnown(server.kit, headers.host ?? '', url ?? '');
    const { location } = impostor ?? {};
    const found = impostor ?? { status: file ? 200 : 404, body: file?.body ?? '' };
    response.writeHead(found.status, location ? { location } : {}).end(found.body);
  });
  return new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(http)));
}

beforeAll(async () => {
  sandbox = await startSandbox();
  front = await startFront();
  const { port } = front.address() as AddressInfo;
  server = await startTestServer({
    env: {
      LINK_HOST: TARGET,
      DNS_SERVERS: sandbox.dnsServer,
      LINK_PROBE: `http:${port}`,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
});
afterAll(async () => {
  await server.stop();
  front.closeAllConnections();
  front.close();
  await sandbox.stop();
});
beforeEach(() => {
  impostor = null;
  server.kit.env.outboundAllow = ['127.0.0.0/8'];
  sandbox.zone.clear();
  sandbox.zone.set(TARGET, 'A', '127.0.0.1');
});

let count = 0;
const freshHost = () => {
  count += 1;
  return `go${count}.kite.test`;
};

async function buildDomain(given: { host?: string } = {}) {
  const host = given.host ?? freshHost();
  const { owner, projectId } = await buildProject(server);
  const domain = await owner.call(addDomain, { body: { project_id: projectId, host } });
  const query = { project_id: projectId, id: domain.id };
  /** Ten minutes later, as the clock would look. */
  const check = async () => {
    server.clock.advance(10 * MINUTE_MS);
    return await owner.call(getDomainStatus, { query });
  };
  /** The TXT record that proves the domain. */
  const prove = () => sandbox.zone.set(`_trailmark.${host}`, 'TXT', txtOf(domain));
  /** Both records, as the screen asks for them. */
  const setRecords = () => {
    prove();
    sandbox.zone.set(host, 'CNAME', TARGET);
  };
  const removeRecords = () => {
    sandbox.zone.remove(`_trailmark.${host}`);
    sandbox.zone.remove(host);
  };
  return { owner, projectId, host, domain, query, check, prove, setRecords, removeRecords };
}

/** A request to the server under the name of a host. */
async function visit(host: string, path: string) {
  const sent = request(`${server.url}${path}`, { headers: { host }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  return { status, type: headers['content-type'], body: await text(response) };
}

const txtOf = (domain: Domain) => domain.records.find((record) => record.type === 'TXT')?.value ?? '';
const ask = (host: string) =>
  fetch(`${server.url}/api/domain/ask?domain=${encodeURIComponent(host)}`).then(({ status }) => status);
const now = () => server.clock.now().toISOString();

describe('the way of a domain', () => {
  test('not verified, verified, live, broken, back again', async () => {
    const { host, check, domain, setRecords, removeRecords } = await buildDomain();
    expect(await check()).toMatchObject({
      status: 'not_verified',
      problem: MISSES.no_record,
      checked_at: now(),
      found: { cname: [], txt: [], addresses: [], https: 'not_tried' },
    });

    setRecords();
    impostor = { status: 503, body: 'not yet' };
    const verifiedAt = await check().then((verified) => {
      expect(verified).toMatchObject({
        status: 'verified',
        verified_by: 'txt',
        problem: UNREACHED.someone_else,
        verified_at: now(),
        live_at: null,
        found: { cname: [TARGET], txt: [txtOf(domain)], addresses: ['127.0.0.1'], https: 'someone_else' },
      });
      return verified.verified_at;
    });
    expect(await ask(host)).toBe(200);

    impostor = null;
    const live = await check();
    expect(live).toMatchObject({
      status: 'live',
      problem: null,
      verified_at: verifiedAt,
      live_at: now(),
      found: { https: 'ours' },
    });
    expect(await check()).toMatchObject({ status: 'live', live_at: live.live_at });

    removeRecords();
    expect(await check()).toMatchObject({ status: 'live', problem: MISSES.no_record });
    expect(await ask(host)).toBe(200);
    expect(await check()).toEqual({
      ...domain,
      status: 'not_verified',
      problem: MISSES.no_record,
      checked_at: now(),
      found: { cname: [], txt: [], addresses: [], https: 'no_answer' },
    });
    expect(await ask(host)).toBe(404);

    setRecords();
    expect(await check()).toMatchObject({
      status: 'live',
      problem: null,
      verified_at: now(),
      live_at: now(),
    });
  });

  test('is live by what the edge itself answers, under its name and without a redirect', async () => {
    const { owner, projectId, host, check, setRecords } = await buildDomain();
    const { linkProbe } = server.kit.env;
    server.kit.env.linkProbe = { secure: false, port: Number(new URL(server.url).port) };
    setRecords();
    expect(await check()).toMatchObject({ status: 'live', found: { https: 'ours' } });
    server.kit.env.linkProbe = linkProbe;
    await owner.call(saveVerificationObject, {
      body: {
        project_id: projectId,
        platform: 'IOS',
        ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'com.kite.app' }],
      },
    });
    const path = '/.well-known/apple-app-site-association';
    const arrived = expect.poll(async () => await visit(host, path), { timeout: 20_000 });
    await arrived.toMatchObject({
      status: 200,
      type: 'application/json',
      body: expect.stringContaining('ABCDE12345.com.kite.app'),
    });
    expect(await visit('nobody.kite.test', path)).toMatchObject({ status: 404 });
  });

  test('a CNAME record alone proves nothing, however long it leads here', async () => {
    const { host, check } = await buildDomain();
    sandbox.zone.set(host, 'CNAME', TARGET);
    for (let n = 0; n < 3; n += 1) {
      expect(await check()).toMatchObject({
        status: 'not_verified',
        verified_by: null,
        problem: MISSES.no_text,
        found: { cname: [TARGET], https: 'not_tried' },
      });
    }
    expect(await ask(host)).toBe(404);
  });

  test('by a TXT record, wherever its address leads', async () => {
    const { host, domain, check } = await buildDomain();
    sandbox.zone.set(host, 'A', '127.0.0.1');
    expect(await check()).toMatchObject({ status: 'not_verified', problem: MISSES.address_only });
    sandbox.zone.set(`_trailmark.${host}`, 'TXT', 'something else', `${txtOf(domain)}x`);
    expect(await check()).toMatchObject({ status: 'not_verified', problem: MISSES.wrong_text });
    sandbox.zone.set(`_trailmark.${host}`, 'TXT', 'something else', txtOf(domain));
    expect(await check()).toMatchObject({
      status: 'live',
      verified_by: 'txt',
      problem: null,
      found: { cname: [], https: 'ours' },
    });
  });

  test('through a chain of CNAME records', async () => {
    const { host, check, prove } = await buildDomain();
    sandbox.zone.set(host, 'CNAME', 'Edge.Kite.test.');
    sandbox.zone.set('edge.kite.test', 'CNAME', 'elsewhere.test');
    expect(await check()).toMatchObject({
      status: 'not_verified',
      problem: MISSES.leads_elsewhere,
      found: { cname: ['edge.kite.test', 'elsewhere.test'] },
    });
    sandbox.zone.set('edge.kite.test', 'CNAME', TARGET);
    prove();
    expect(await check()).toMatchObject({
      status: 'live',
      verified_by: 'txt',
      found: { cname: ['edge.kite.test', TARGET] },
    });
  });

  test('ends on a chain that bites its tail', async () => {
    const { host, check } = await buildDomain();
    sandbox.zone.set(host, 'CNAME', 'edge.kite.test');
    sandbox.zone.set('edge.kite.test', 'CNAME', host);
    expect(await check()).toMatchObject({
      problem: MISSES.leads_elsewhere,
      found: { cname: ['edge.kite.test'] },
    });
  });

  test('a name server that fails takes nothing away', async () => {
    const { host, check, setRecords } = await buildDomain();
    setRecords();
    expect(await check()).toMatchObject({ status: 'live' });
    sandbox.zone.fail(host, 'SERVFAIL');
    sandbox.zone.fail(`_trailmark.${host}`, 'SERVFAIL');
    expect(await check()).toMatchObject({ status: 'live', problem: SILENCE });
    for (let n = 0; n < 3; n += 1) {
      expect(await check()).toMatchObject({ status: 'verified', problem: SILENCE });
    }
    expect(await ask(host)).toBe(200);
    sandbox.zone.fail(host, null);
    sandbox.zone.fail(`_trailmark.${host}`, null);
    expect(await check()).toMatchObject({ status: 'live', problem: null });
  });

  test.each([
    { status: 200, body: 'Welcome' },
    { status: 200, body: '{"trailmark":"forged"}' },
    { status: 200, body: 'x'.repeat(100_000) },
    { status: 301, body: '', location: 'http://127.0.0.1/.well-known/trailmark' },
  ])('is not live while someone else answers: $status $location', async (answer) => {
    const { check, setRecords } = await buildDomain();
    setRecords();
    impostor = answer;
    expect(await check()).toMatchObject({ status: 'verified', problem: UNREACHED.someone_else });
  });

  test('is not live by the proof of another host', async () => {
    const other = await buildDomain();
    other.setRecords();
    await other.check();
    const proof = await findWellKnown(server.kit, other.host, '/.well-known/trailmark');
    const { check, setRecords } = await buildDomain();
    setRecords();
    impostor = { status: 200, body: proof?.body ?? '' };
    expect(await check()).toMatchObject({ status: 'verified', problem: UNREACHED.someone_else });
  });

  test('leads nobody into this machine and its networks, unless the operator allows it', async () => {
    const { check, setRecords } = await buildDomain();
    setRecords();
    server.kit.env.outboundAllow = [];
    for (const address of ['127.0.0.1', '169.254.169.254', '0.0.0.0', '10.0.0.1', '100.100.100.200']) {
      sandbox.zone.set(TARGET, 'A', address);
      expect(await check()).toMatchObject({ status: 'verified', problem: UNREACHED.no_answer });
    }
  });
});

describe('a host that two projects want', () => {
  const holderOf = (host: string) =>
    server.db
      .selectFrom('link_hosts')
      .select(['project_id', 'domain_id'])
      .where('host', '=', host)
      .executeTakeFirst();

  async function buildRivals() {
    const first = await buildDomain();
    first.setRecords();
    expect(await first.check()).toMatchObject({ status: 'live' });
    const second = await buildDomain({ host: first.host });
    const proveBoth = () =>
      sandbox.zone.set(`_trailmark.${first.host}`, 'TXT', txtOf(second.domain), txtOf(first.domain));
    return { first, second, host: first.host, proveBoth };
  }

  test('stays with the older owner while its proof is there', async () => {
    const { first, second, host, proveBoth } = await buildRivals();
    expect(await second.check()).toMatchObject({ status: 'not_verified', problem: MISSES.wrong_text });
    proveBoth();
    for (let n = 0; n < 3; n += 1) {
      const refused = await second.check();
      expect(refused).toMatchObject({
        status: 'not_verified',
        problem: MISSES.taken,
        verified_by: null,
        found: { https: 'not_tried' },
      });
      expect(JSON.stringify(refused)).not.toContain(first.projectId);
      expect(await first.check()).toMatchObject({ status: 'live', problem: null });
    }

    await first.owner.call(deleteDomain, { query: first.query });
    expect(await ask(host)).toBe(404);
    expect(await second.check()).toMatchObject({ status: 'live', problem: null });
    expect(await holderOf(host)).toEqual({ project_id: second.projectId, domain_id: second.domain.id });
  });

  test('goes to the newcomer after two checks without the proof of the older owner', async () => {
    const { first, second, host } = await buildRivals();
    second.prove();
    expect(await first.check()).toMatchObject({ status: 'live', problem: MISSES.wrong_text });
    expect(await second.check()).toMatchObject({ status: 'not_verified', problem: MISSES.taken });
    expect(await first.check()).toMatchObject({ status: 'not_verified', problem: MISSES.wrong_text });
    expect(await second.check()).toMatchObject({ status: 'live', problem: null });
    expect(await holderOf(host)).toMatchObject({ project_id: second.projectId });
    expect(await first.check()).toMatchObject({ status: 'not_verified' });
  });

  test('goes to one of them when both ask at once', async () => {
    const first = await buildDomain();
    const second = await buildDomain({ host: first.host });
    sandbox.zone.set(first.host, 'CNAME', TARGET);
    sandbox.zone.set(`_trailmark.${first.host}`, 'TXT', txtOf(first.domain), txtOf(second.domain));
    const answers = await Promise.all([first.check(), second.check()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['live', 'not_verified']);
  });

  /** As checks left a domain when a CNAME record was enough. */
  async function buildUnproven() {
    const { first, second, host } = await buildRivals();
    sandbox.zone.remove(`_trailmark.${host}`);
    await server.db
      .updateTable('domains')
      .set({ verified_by: 'cname' })
      .where('id', '=', first.domain.id)
      .execute();
    return { first, second, host };
  }

  test('that was verified by a CNAME record before stays with its project', async () => {
    const { first, second, host } = await buildUnproven();
    for (let n = 0; n < 3; n += 1) {
      expect(await second.check()).toMatchObject({ status: 'not_verified', problem: MISSES.no_text });
      expect(await first.check()).toMatchObject({ status: 'live', verified_by: 'cname', problem: UNPROVEN });
    }
    expect(await holderOf(host)).toMatchObject({ project_id: first.projectId });
    first.prove();
    expect(await first.check()).toMatchObject({ status: 'live', verified_by: 'txt', problem: null });
  });

  test('that was verified by a CNAME record before goes to the project that proves it', async () => {
    const { first, second, host } = await buildUnproven();
    second.prove();
    const heard = await heardBy(server, async () => {
      expect(await second.check()).toMatchObject({ status: 'live', verified_by: 'txt' });
    });
    expect(heard).toContainEqual({ kind: 'links', projectId: first.projectId });
    expect(await holderOf(host)).toMatchObject({ project_id: second.projectId });
    const row = await server.db
      .selectFrom('domains')
      .select(['status', 'problem', 'live_at'])
      .where('id', '=', first.domain.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'not_verified', problem: MISSES.taken, live_at: null });
    expect(await first.check()).toMatchObject({ status: 'not_verified', problem: MISSES.wrong_text });
  });
});

describe('the clock', () => {
  /** What the crontab does every ten minutes. */
  const turn = async () => {
    server.clock.advance(10 * MINUTE_MS);
    await enqueue(server.db, 'check-domains', {});
    await server.runJobs();
  };
  const stateOf = ({ domain }: { domain: Domain }) =>
    server.db
      .selectFrom('domains')
      .select(['status', 'problem', 'checked_at'])
      .where('id', '=', domain.id)
      .executeTakeFirstOrThrow();

  test('moves domains without anybody asking', async () => {
    const one = await buildDomain();
    await turn();
    expect(await stateOf(one)).toMatchObject({ status: 'not_verified', checked_at: server.clock.now() });
    one.setRecords();
    await turn();
    expect(await stateOf(one)).toMatchObject({ status: 'live', checked_at: server.clock.now() });
    one.removeRecords();
    await turn();
    expect(await stateOf(one)).toMatchObject({ status: 'live', problem: MISSES.no_record });
    await turn();
    expect(await stateOf(one)).toMatchObject({ status: 'not_verified' });
  });

  test('leaves alone what was just looked at', async () => {
    const one = await buildDomain();
    await turn();
    const checked = (await stateOf(one)).checked_at;
    server.clock.advance(-5 * MINUTE_MS);
    await turn();
    expect(await stateOf(one)).toMatchObject({ checked_at: checked });
  });

  test('looks at an unverified domain of more than a month once a day', async () => {
    const old = await buildDomain();
    const used = await buildDomain();
    used.setRecords();
    await turn();
    server.clock.advance(31 * DAY_MS);
    await turn();
    const checked = (await stateOf(old)).checked_at;
    expect(checked).toEqual(server.clock.now());
    await turn();
    expect(await stateOf(old)).toMatchObject({ checked_at: checked });
    expect(await stateOf(used)).toMatchObject({ checked_at: server.clock.now(), status: 'live' });
    server.clock.advance(DAY_MS);
    await turn();
    expect(await stateOf(old)).toMatchObject({ checked_at: server.clock.now() });
  });
});

describe('a check by hand', () => {
  test('has a limit for each domain', async () => {
    const { owner, query } = await buildDomain();
    for (let n = 0; n < 10; n += 1) await owner.call(getDomainStatus, { query });
    await expect(owner.call(getDomainStatus, { query })).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('is not for the domains of others', async () => {
    const { query } = await buildDomain();
    const other = await buildProject(server);
    const foreign = { query: { project_id: other.projectId, id: query.id } };
    await expect(other.owner.call(getDomainStatus, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.owner.call(deleteDomain, foreign)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is for everyone in the team, changes are for admins', async () => {
    const { projectId, query } = await buildDomain();
    const viewer = await buildMember(server, projectId, 'viewer');
    expect(await viewer.call(getDomainStatus, { query })).toMatchObject({ status: 'not_verified' });
    await expect(viewer.call(deleteDomain, { query })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('asking whether a host is ours', () => {
  test('answers yes or no and nothing else', async () => {
    const { host, check, setRecords } = await buildDomain();
    setRecords();
    await check();
    const anybody = server.callAs(null);
    expect(await anybody(askDomain, { query: { domain: host.toUpperCase() } })).toEqual({});
    for (const domain of ['other.kite.test', TARGET, '', 'x', '\u0000', `${host}.`.repeat(30)]) {
      await expect(anybody(askDomain, { query: { domain } })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

test('every change that links feel is announced, and nothing else', async () => {
  const one = await buildDomain();
  const announced = async (act: () => Promise<unknown>) =>
    await heardBy(server, async () => {
      await act();
    });
  const change = { kind: 'links', projectId: one.projectId };
  expect(await announced(one.check)).toEqual([]);
  one.setRecords();
  expect(await announced(one.check)).toEqual([change, change]);
  expect(await announced(one.check)).toEqual([]);
  one.removeRecords();
  expect(await announced(one.check)).toEqual([]);
  expect(await announced(one.check)).toEqual([change]);
  expect(await announced(() => one.owner.call(deleteDomain, { query: one.query }))).toEqual([change]);
  expect((await announced(buildDomain)).filter(({ kind }) => kind === 'links')).toHaveLength(1);
});
