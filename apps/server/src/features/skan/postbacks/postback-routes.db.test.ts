import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  checkSkanSetUp,
  forwardSkanPostback,
  getSkanPostback,
  getSkanSettings,
  listSkanPostbacks,
  sendSkanTest,
  updateSkanSettings,
} from '@trailmark/contract/skan-postbacks';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { DEVELOPMENT_KIDS } from '@trailmark/core/skan/keys';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/queue.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { buildMember, buildProject } from '../../../testing/build.ts';
import { buildServerKey } from '../../../testing/server-key.ts';
import { AAK_PATH, buildSkanProject, SKAN_ENV, sendPostback } from '../../../testing/skan-fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let sandbox: Sandbox;
let server: TestServer;
/** Stands where TLS ends in production. */
let front: Server;
let answerAs: 'us' | 'another' | 'redirect' = 'us';

beforeAll(async () => {
  sandbox = await startSandbox();
  front = createServer(async (request, response) => {
    if (answerAs === 'redirect') return response.writeHead(301, { location: 'https://www.kite.test/' }).end();
    if (answerAs === 'another') return response.writeHead(200).end('{"data":{"proof":"made up"}}');
    const body = Buffer.concat(await request.toArray());
    const answer = await fetch(`${server.url}${request.url}`, { method: 'POST', body });
    return response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const probing = {
    DNS_SERVERS: sandbox.dnsServer,
    LINK_PROBE: `http:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  server = await startTestServer({ env: { ...SKAN_ENV, ...probing } });
});
afterAll(async () => {
  await server.stop();
  front.closeAllConnections();
  front.close();
  await sandbox.stop();
});

type SkanProject = Awaited<ReturnType<typeof buildSkanProject>>;
const list = ({ owner, projectId }: Pick<SkanProject, 'owner' | 'projectId'>, filter = {}) =>
  owner.call(listSkanPostbacks, { query: { project_id: projectId, ...filter } });

describe('received postbacks', () => {
  test('are listed page by page, newest first, and filtered', async () => {
    const project = await buildSkanProject(server);
    for (const body of [
      project.skan(),
      { ...project.skan(), 'did-win': false },
      project.aak(DEVELOPMENT_KIDS[0]),
    ]) {
      server.clock.advance(1000);
      expect((await sendPostback(server, body)).status).toBe(200);
    }
    const all = await list(project);
    expect(all.items.map(({ verdict }) => verdict)).toEqual(['development', 'invalid', 'valid']);
    const first = await list(project, { limit: 2 });
    const rest = await list(project, { limit: 2, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.next_cursor).toBeNull();
    const found = async (filter: object) => (await list(project, filter)).items.map(({ verdict }) => verdict);
    expect(await found({ verdict: 'invalid' })).toEqual(['invalid']);
    expect(await found({ framework: 'adattributionkit' })).toEqual(['development']);
    expect(await found({ counted: 'true' })).toEqual(['valid']);
    expect(await found({ not_counted: 'development' })).toEqual(['development']);
    expect(await found({ network: 'v9wttpbfk9.skadnetwork' })).toEqual(['invalid', 'valid']);
    expect(await found({ sequence: '1' })).toEqual([]);
    expect(await found({ to: all.items[1]?.received_at })).toEqual(['valid']);
  });

  test('are shown with their body and why they do not count, to nobody of another project and to no guest of nothing', async () => {
    const project = await buildSkanProject(server);
    const body = { ...project.skan(), 'did-win': false };
    await sendPostback(server, body);
    const [item] = (await list(project)).items;
    const request = {
      params: { postback_id: item?.postback_id ?? '' },
      query: { project_id: project.projectId },
    };
    const one = await project.owner.call(getSkanPostback, request);
    expect(JSON.parse(one.raw)).toEqual(body);
    expect(one).toMatchObject({
      not_counted: 'invalid',
      reason: expect.stringContaining('Apple'),
      estimated_tier: 2,
    });
    const other = await buildProject(server);
    const elsewhere = { ...request, query: { project_id: other.projectId } };
    await expect(other.owner.call(getSkanPostback, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
    const guest = await buildMember(server, project.projectId, 'guest');
    await expect(guest.call(getSkanPostback, request)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('settings', () => {
  test('decide about the next postback, and are noted', async () => {
    const project = await buildSkanProject(server);
    const query = { project_id: project.projectId };
    expect(await project.owner.call(getSkanSettings, { query })).toMatchObject({
      count_development: false,
      digits_kept: 'last',
      last_received_at: null,
      repeats: 0,
      dropped: 0,
      apps: [{ app_id: String(project.appId), receives: true }],
    });
    await project.owner.call(updateSkanSettings, { query, body: { count_development: true } });
    await project.owner.call(updateSkanSettings, { query, body: { count_development: true } });
    // Edges learn of it by a notification, or after half a minute.
    server.clock.advance(31_000);
    await sendPostback(server, project.aak(DEVELOPMENT_KIDS[0]), { path: AAK_PATH });
    expect((await list(project)).items).toMatchObject([{ verdict: 'development', counted: true }]);
    const { items } = await project.owner.call(listAuditLog, { query });
    expect(items.filter(({ action }) => action === 'skan.settings_changed')).toHaveLength(1);
    const viewer = await buildMember(server, project.projectId, 'viewer');
    await expect(viewer.call(updateSkanSettings, { query, body: {} })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('say which apps another project receives', async () => {
    const first = await buildSkanProject(server);
    const { owner, projectId } = await buildProject(server);
    const url = `https://apps.apple.com/app/id${first.appId}`;
    await owner.call(createStoreListing, {
      body: { project_id: projectId, name: 'Kite', platform: 'IOS', url },
    });
    const settings = await owner.call(getSkanSettings, { query: { project_id: projectId } });
    expect(settings.apps).toEqual([{ app_id: String(first.appId), name: 'Kite', receives: false }]);
    const sent = owner.call(sendSkanTest, { query: { project_id: projectId }, body: {} });
    await expect(sent).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the check of a domain', () => {
  const check = async (domain: string) => {
    const { owner, projectId } = await buildProject(server);
    return await owner.call(checkSkanSetUp, { query: { project_id: projectId }, body: { domain } });
  };

  test.each([
    ['us', 'ours', 'arrive here'],
    ['another', 'someone_else', 'Route POST'],
    ['redirect', 'redirect', 'do not follow'],
  ] as const)('that leads to %s says %s', async (who, reached, words) => {
    sandbox.zone.set('kite.test', 'A', '127.0.0.1');
    answerAs = who;
    const { domain, checks } = await check('https://go.kite.test/path');
    expect(domain).toBe('kite.test');
    expect(checks.map((one) => one.reached)).toEqual([reached, reached]);
    for (const { says } of checks) expect(says).toContain(words);
  });

  test('that has no address says so, and something else is refused', async () => {
    expect((await check('nobody.test')).checks[0]).toMatchObject({ reached: 'no_answer', status: null });
    await expect(check('not a domain')).rejects.toMatchObject({ fields: { domain: expect.any(String) } });
    await expect(check('https://co.uk')).rejects.toMatchObject({
      fields: { domain: 'is not a domain of yours: everyone may have names below co.uk' },
    });
  });
});

describe('test postbacks', () => {
  test('go the whole way, never count, and are gone after a day', async () => {
    const project = await buildSkanProject(server);
    const query = { project_id: project.projectId };
    const { sent } = await project.owner.call(sendSkanTest, { query, body: {} });
    expect(sent.map(({ status, verdict, passed }) => [status, verdict, passed])).toEqual([
      [200, 'valid', true],
      [200, 'valid', true],
      [200, 'valid', true],
      [200, 'valid', true],
      [200, 'development', true],
      [200, 'invalid', true],
    ]);
    const { items } = await list(project);
    expect(items.map(({ came_by, not_counted }) => [came_by, not_counted])).toEqual(
      sent.map(() => ['test', 'test']),
    );
    // The same bodies without the ticket of the test are as good as any: not Apple's.
    expect((await sendPostback(server, JSON.parse(sent[0]?.body ?? ''))).status).toBe(200);
    server.clock.advance(DAY_MS + 1000);
    await enqueue(server.db, 'apply-retention', {});
    await server.runJobs();
    expect((await list(project)).items.map(({ came_by }) => came_by)).toEqual(['device']);
    server.clock.advance(400 * DAY_MS);
    await enqueue(server.db, 'apply-retention', {});
    await server.runJobs();
    const left = server.db
      .selectFrom('skan_postbacks')
      .select('raw')
      .where('project_id', '=', project.projectId);
    expect(await left.execute()).toEqual([]);
  });
});

describe('a postback that retention has removed', () => {
  test('does not count again when somebody sends it once more', async () => {
    const project = await buildSkanProject(server);
    const [body, wrong] = [project.skan(), { ...project.skan(), 'did-win': false }];
    await sendPostback(server, body);
    await sendPostback(server, wrong);
    const reasons = async () => {
      const rows = server.db.selectFrom('skan_postbacks').where('project_id', '=', project.projectId);
      return (await rows.select('not_counted').execute()).map((row) => row.not_counted).sort();
    };
    expect(await reasons()).toEqual([null, 'invalid'].sort());
    server.clock.advance(401 * DAY_MS);
    await enqueue(server.db, 'apply-retention', {});
    await server.runJobs();
    expect(await reasons()).toEqual([]);
    await sendPostback(server, body);
    await sendPostback(server, { ...body, 'conversion-value': 63 });
    await sendPostback(server, project.skan());
    expect(await reasons()).toEqual([null, 'replay', 'replay'].sort());
    const kept = await server.db
      .selectFrom('skan_removed_postbacks')
      .select('transaction_id')
      .where('project_id', '=', project.projectId)
      .execute();
    expect(kept).toEqual([{ transaction_id: body['transaction-id'] }]);
  });
});

describe('a postback that an ad network forwards', () => {
  const forwarding = async ({ owner, projectId }: Pick<SkanProject, 'owner' | 'projectId'>) => {
    const key = await buildServerKey(server, owner, projectId);
    return async (body: object) => (await key.post(forwardSkanPostback.path, body)).json;
  };

  test('is the same as that of the device, with the campaign of the network', async () => {
    const project = await buildSkanProject(server);
    const forward = await forwarding(project);
    const body = { ...project.skan(), 'ad-network-campaign-id': 77, timestamp: 1, ip: '203.0.113.1' };
    expect(await forward(body)).toMatchObject({ data: { outcome: 'stored', verdict: 'valid' } });
    expect(await forward(body)).toMatchObject({ data: { outcome: 'repeat' } });
    expect((await list(project)).items).toMatchObject([
      { came_by: 'forward', network_campaign_id: '77', counted: true },
    ]);
  });

  test.each([
    ['before', 'forward'],
    ['after', 'device'],
    ['together with', 'device or forward'],
  ] as const)(
    'names the campaign of the one that counts, also where it comes %s that of the device',
    async (order, by) => {
      const project = await buildSkanProject(server);
      const forward = await forwarding(project);
      const body = project.skan();
      const [fromNetwork, fromDevice] = [
        () => forward({ ...body, 'ad-network-campaign-id': '77', 'ad-network-campaign-name': 'Diwali' }),
        () => sendPostback(server, body),
      ];
      if (order === 'together with') await Promise.all([fromDevice(), fromNetwork()]);
      else
        for (const send of order === 'before' ? [fromNetwork, fromDevice] : [fromDevice, fromNetwork])
          await send();
      const { items } = await list(project);
      expect(items).toMatchObject([
        { counted: true, network_campaign_id: '77', network_campaign_name: 'Diwali' },
      ]);
      expect(by).toContain(items[0]?.came_by);
    },
  );

  test('names no campaign with a wrong signature, and takes none away', async () => {
    const project = await buildSkanProject(server);
    const forward = await forwarding(project);
    const body = project.skan();
    await sendPostback(server, body);
    await forward({ ...body, 'did-win': false, 'ad-network-campaign-id': '77' });
    const counted = async () => (await list(project, { counted: 'true' })).items;
    expect(await counted()).toMatchObject([{ network_campaign_id: null }]);
    // Its values are not signed: a copy with another one is of the same conversion.
    expect(await forward({ ...body, 'conversion-value': 3, 'ad-network-campaign-id': '78' })).toMatchObject({
      data: { not_counted: 'replay' },
    });
    await forward({ ...body, 'ad-network-campaign-id': '79' });
    expect(await counted()).toMatchObject([{ network_campaign_id: '78', fine_value: 12 }]);
  });

  test('is refused for an app of another project, and without an app', async () => {
    const [project, other] = [await buildSkanProject(server), await buildSkanProject(server)];
    const forward = await forwarding(project);
    expect(await forward(other.skan())).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(await forward({ version: '4.0' })).toMatchObject({
      status: 400,
      error: { fields: { 'app-id': expect.any(String) } },
    });
  });
});
