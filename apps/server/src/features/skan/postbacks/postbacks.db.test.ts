import { request } from 'node:http';
import { deleteProject, restoreProject } from '@trailmark/contract/projects';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { DEVELOPMENT_KIDS } from '@trailmark/core/skan/keys';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject } from '../../../testing/build.ts';
import {
  AAK_PATH,
  buildSkanProject,
  SKAN_ENV,
  SKAN_PATH,
  sendPostback,
} from '../../../testing/skan-fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { MOST_UNCOUNTED_A_DAY } from './store-postbacks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: SKAN_ENV });
});
afterAll(() => server.stop());

const rowsOf = (projectId: string) =>
  server.db
    .selectFrom('skan_postbacks')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('postback_id')
    .execute();
const daysOf = (projectId: string) =>
  server.db.selectFrom('skan_days').selectAll().where('project_id', '=', projectId).execute();
const statusOf = async (body: unknown, path?: string) =>
  (await sendPostback(server, body, path ? { path } : {})).status;

describe('a postback of a device', () => {
  test('is stored in one shape, whichever framework it is of', async () => {
    const { projectId, appId, skan, aak } = await buildSkanProject(server);
    expect(await statusOf(skan({ 'source-app-id': 1_234_567_891, 'country-code': 'US' }))).toBe(200);
    expect(await statusOf(aak(), AAK_PATH)).toBe(200);
    const rows = await rowsOf(projectId);
    const common = { app_id: appId, came_by: 'device', verdict: 'valid', counted: true, not_counted: null };
    expect(rows.map(({ framework }) => framework).sort()).toEqual(['adattributionkit', 'skadnetwork']);
    expect(rows.find(({ framework }) => framework === 'skadnetwork')).toMatchObject({
      ...common,
      version: '4.0',
      source_identifier: '5239',
      sequence: 0,
      fine_value: 12,
      source_app_id: 1_234_567_891,
      conversion_type: 'download',
      interaction: 'click',
      did_win: true,
      country: 'US',
      coarse_value: null,
    });
    expect(rows.find(({ framework }) => framework === 'adattributionkit')).toMatchObject({
      ...common,
      version: null,
      source_identifier: '12',
      interaction: 'click',
      coarse_value: 'medium',
      fine_value: null,
    });
  });

  test.each([SKAN_PATH, SKAN_PATH.slice(0, -1), AAK_PATH, AAK_PATH.slice(0, -1)])(
    'is taken at %s',
    async (path) => {
      const { projectId, skan } = await buildSkanProject(server);
      expect(await statusOf(skan(), path)).toBe(200);
      expect(await rowsOf(projectId)).toHaveLength(1);
    },
  );

  test('is taken on a link host, of any project, and nothing else is there', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    const other = await buildProject(server);
    const now = server.clock.now();
    await server.db
      .insertInto('link_hosts')
      .values({ host: 'go.skan.example', project_id: other.projectId, domain_id: projectId, created_at: now })
      .execute();
    const body = JSON.stringify(skan());
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'go.skan.example', 'content-length': Buffer.byteLength(body) };
      request(`${server.url}${SKAN_PATH}`, { method: 'POST', headers }, (answer) =>
        resolve(answer.statusCode),
      )
        .on('error', reject)
        .end(body);
    });
    expect(status).toBe(200);
    expect(await rowsOf(projectId)).toHaveLength(1);
    expect((await fetch(`${server.url}${SKAN_PATH}`)).status).toBe(405);
  });

  test('with a wrong signature is stored, not counted, and does not keep the right one from counting', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    const right = skan();
    expect(await statusOf({ ...right, 'did-win': false })).toBe(200);
    expect(await statusOf(right)).toBe(200);
    const rows = await rowsOf(projectId);
    expect(rows.map((row) => [row.verdict, row.counted, row.not_counted]).sort()).toEqual([
      ['invalid', false, 'invalid'],
      ['valid', true, null],
    ]);
  });

  test('that comes again is stored once; one with another value is a replay', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    const body = skan();
    const changed = { ...body, 'conversion-value': 63 };
    const sent = [body, body, changed, changed, body].map((one) => statusOf(one));
    expect(await Promise.all(sent)).toEqual([200, 200, 200, 200, 200]);
    const rows = await rowsOf(projectId);
    expect(rows.map((row) => row.not_counted).sort()).toEqual([null, 'replay'].sort());
    expect(await daysOf(projectId)).toMatchObject([{ repeats: 3, uncounted: 1, dropped: 0 }]);
  });

  test('of each window counts by itself', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    const first = { 'transaction-id': '6aafb7a5-0170-41b5-bbe4-fe71dedf1e30' };
    for (const sequence of [0, 1, 2]) {
      const values = { 'conversion-value': undefined, 'coarse-conversion-value': 'low' };
      expect(await statusOf(skan({ ...first, ...values, 'postback-sequence-index': sequence }))).toBe(200);
    }
    expect((await rowsOf(projectId)).map(({ counted }) => counted)).toEqual([true, true, true]);
  });

  test('of development counts where the project says so, and only then', async () => {
    const { projectId, aak, skan } = await buildSkanProject(server);
    expect(await statusOf(aak(DEVELOPMENT_KIDS[1]), AAK_PATH)).toBe(200);
    expect(await statusOf(skan({ 'source-app-id': 0 }))).toBe(200);
    await server.db
      .insertInto('skan_settings')
      .values({ project_id: projectId, count_development: true })
      .execute();
    server.clock.advance(31_000);
    expect(await statusOf(aak(DEVELOPMENT_KIDS[0]), AAK_PATH)).toBe(200);
    expect(await statusOf(skan({ 'source-app-id': 0 }))).toBe(200);
    const rows = await rowsOf(projectId);
    expect(rows.map(({ verdict, not_counted }) => [verdict, not_counted])).toEqual([
      ['development', 'development'],
      ['development', 'development'],
      ['development', null],
      ['development', null],
    ]);
  });

  test('of a later version is stored and not counted', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    expect(await statusOf({ ...skan(), version: '5.0' })).toBe(200);
    expect(await rowsOf(projectId)).toMatchObject([
      { version: '5.0', verdict: 'unverifiable', not_counted: 'unknown_version', counted: false },
    ]);
  });

  test('holds no address of its sender', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    await sendPostback(
      server,
      { ...skan(), ip: '203.0.113.77' },
      { headers: { 'x-forwarded-for': '203.0.113.77' } },
    );
    const rows = await rowsOf(projectId);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });
});

describe('what is not a postback of an app here', () => {
  test.each([
    ['no JSON', '{"app-id":', 400],
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['no app', '{"version":"4.0"}', 400],
    ['a JWS that is none', '{"jws-string":"a.b.c"}', 400],
    ['an unknown app', '{"app-id":1}', 404],
    ['more than 16 kB', JSON.stringify({ 'app-id': 1, more: 'x'.repeat(17_000) }), 413],
  ])('%s', async (_, body, status) => {
    expect(await statusOf(body)).toBe(status);
  });

  test('more than 16 kB in pieces', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${server.url}${SKAN_PATH}`, { method: 'POST' }, (answer) =>
        resolve(answer.statusCode),
      );
      sent.on('error', reject);
      for (let part = 0; part < 5; part += 1) sent.write('x'.repeat(4000));
      sent.end();
    });
    expect(status).toBe(413);
  });

  test('an app of a deleted project, until it is restored or another project has listed the app', async () => {
    const [first, next] = [await buildSkanProject(server), await buildProject(server)];
    const body = { platform: 'IOS' as const, url: `https://apps.apple.com/app/id${first.appId}` };
    await next.owner.call(createStoreListing, {
      body: { project_id: next.projectId, name: 'Kite', ...body },
    });
    const statusNow = async () => {
      server.clock.advance(31_000);
      return await statusOf(first.skan());
    };
    const counts = async () => [
      (await rowsOf(first.projectId)).length,
      (await rowsOf(next.projectId)).length,
    ];
    type Owned = Pick<typeof next, 'owner' | 'projectId'>;
    const remove = ({ owner, projectId }: Owned) =>
      owner.call(deleteProject, { query: { project_id: projectId, confirm_name: 'Kite Grocery' } });
    const restore = ({ owner, projectId }: Owned) =>
      owner.call(restoreProject, { body: { project_id: projectId } });

    await remove(first);
    expect(await statusNow()).toBe(200);
    expect(await counts()).toEqual([0, 1]);
    await restore(first);
    expect(await statusNow()).toBe(200);
    expect(await counts()).toEqual([0, 2]);
    await remove(next);
    expect(await statusNow()).toBe(200);
    expect(await counts()).toEqual([1, 2]);
    await remove(first);
    expect(await statusNow()).toBe(404);
    await restore(first);
    expect(await statusNow()).toBe(200);
    expect(await counts()).toEqual([2, 2]);
  });

  test('a test that was not begun here', async () => {
    const { skan } = await buildSkanProject(server);
    const headers = { 'x-trailmark-skan-test': 'made-up' };
    expect((await sendPostback(server, skan(), { headers })).status).toBe(401);
  });
});

describe('a hostile sender', () => {
  test('gets no 500, whatever is sent, and nothing of it counts', async () => {
    const { projectId, appId, skan } = await buildSkanProject(server);
    const names = Object.keys(skan());
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant('\u0000'), fc.double());
    const bodies = fc.sample(
      fc.oneof(
        fc
          .dictionary(fc.constantFrom(...names, 'jws-string'), value)
          .map((more) =>
            JSON.stringify({ ...skan(), 'attribution-signature': 'AAAA', ...more, 'app-id': appId }),
          ),
        fc.string({ unit: 'binary' }),
        fc.json(),
      ),
      60,
    );
    const statuses = await Promise.all(bodies.map((body) => statusOf(body)));
    expect(statuses.filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    expect((await rowsOf(projectId)).filter(({ counted }) => counted)).toEqual([]);
  });

  test('fills no disk: beyond a limit uncounted postbacks are only tallied, and right ones still count', async () => {
    const { projectId, skan } = await buildSkanProject(server);
    const day = server.clock.now().toISOString().slice(0, 10);
    await server.db
      .insertInto('skan_days')
      .values({ project_id: projectId, day, uncounted: MOST_UNCOUNTED_A_DAY - 1 })
      .execute();
    for (const value of [1, 2, 3]) {
      expect(await statusOf({ ...skan({ 'conversion-value': value }), 'did-win': false })).toBe(200);
    }
    expect(await statusOf(skan())).toBe(200);
    expect((await rowsOf(projectId)).map(({ counted }) => counted).sort()).toEqual([false, true]);
    expect(await daysOf(projectId)).toMatchObject([{ uncounted: MOST_UNCOUNTED_A_DAY, dropped: 2 }]);
  });

  test('has nothing wrong stored for a while, and what is right still counts, also behind the same address', async () => {
    const [flooded, quiet] = [await buildSkanProject(server), await buildSkanProject(server)];
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const wrong = { ...flooded.skan(), 'did-win': false };
    let last = 200;
    for (let batch = 0; batch < 8 && last === 200; batch += 1) {
      const sent = Array.from({ length: 100 }, () => sendPostback(server, wrong, { headers }));
      last = (await Promise.all(sent)).at(-1)?.status ?? 0;
    }
    expect(last).toBe(429);
    const statusBehind = async (body: object) => (await sendPostback(server, body, { headers })).status;
    expect(await statusBehind({ ...flooded.skan(), 'did-win': false })).toBe(429);
    expect(await statusBehind({ ...flooded.skan(), version: '5.0' })).toBe(429);
    expect(await statusBehind(flooded.skan())).toBe(200);
    expect(await statusBehind(quiet.skan())).toBe(200);
    const rows = await rowsOf(flooded.projectId);
    expect(rows.map(({ verdict, counted }) => [verdict, counted]).sort()).toEqual([
      ['invalid', false],
      ['valid', true],
    ]);
  });
});
