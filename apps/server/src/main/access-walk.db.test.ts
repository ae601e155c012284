import { generatePrivateKey } from '@trailmark/contract/keys';
import { inviteMembers } from '@trailmark/contract/members';
import { putDashboardPreference } from '@trailmark/contract/preferences';
import { updateProject } from '@trailmark/contract/projects';
import { inProject } from '@trailmark/contract/route';
import { ROUTES } from '@trailmark/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes as members } from '../features/members/routes.ts';
import { routes as projects } from '../features/projects/routes.ts';
import { mountHealth } from '../http/health.ts';
import { mount } from '../http/mount.ts';
import { contractRouteOf, walkAccess } from '../testing/access-walk.ts';
import { walkBodies } from '../testing/body-walk.ts';
import { buildProject } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { mountApi } from './features.ts';

async function changesOf(server: TestServer, projectId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_log')
    .select('action')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.action);
}

describe('the server as it is', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      mount: async (app, kit) => {
        mountHealth(app, async () => null);
        await mountApi(app, kit);
      },
    });
  });
  afterAll(() => server.stop());

  test('every call of the contract is mounted, once', () => {
    const mounted = server.app.mountedRoutes.map(({ method, url }) => `${method} ${url}`);
    const declared = ROUTES.map(({ method, path }) => `${method} /api${path}`);
    expect(declared.filter((name) => !mounted.includes(name))).toEqual([]);
    expect(mounted.filter((name, at) => mounted.indexOf(name) !== at)).toEqual([]);
  });

  test('every mounted call is in the contract, with the very access rule that the contract gives it', () => {
    const calls = server.app.mountedRoutes.filter(({ access }) => typeof access === 'object');
    expect(calls.length).toBe(ROUTES.length);
    for (const mounted of calls) expect(mounted.access).toEqual(contractRouteOf(mounted)?.access);
  });

  test('every route lets in and keeps out whom the permission table says, in every role and in none', async () => {
    expect(await walkAccess(server)).toEqual([]);
  }, 400_000);

  test('no route reads a body before it knows who sends it', async () => {
    const { walked, findings } = await walkBodies(server);
    expect(findings).toEqual([]);
    const needing = ROUTES.filter(
      ({ method, access: { kind } }) => method !== 'GET' && !/public|sdk/.test(kind),
    );
    expect(walked).toBe(needing.length);
  }, 60_000);

  describe('a request that names two projects does nothing to the one that is not the caller’s', () => {
    const attacks = [
      { route: updateProject, body: { name: 'Taken over' } },
      { route: generatePrivateKey, body: { keep_old_hours: 0 } },
      { route: putDashboardPreference, body: { preference: { taken: 'over' } } },
      { route: inviteMembers, body: { emails: ['accomplice@example.com'], role: 'owner' } },
    ];

    test.each(attacks)('$route.method $route.path', async ({ route, body }) => {
      const mine = await buildProject(server);
      const theirs = await buildProject(server);
      const response = await fetch(`${server.url}/api${route.path}?project_id=${mine.projectId}`, {
        method: route.method,
        headers: { authorization: `Bearer ${mine.owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, project_id: theirs.projectId }),
      });
      expect(response.status).toBe(400);
      expect(await changesOf(server, theirs.projectId)).toEqual(['project.created']);
    });
  });
});

describe('the walk itself', () => {
  test('finds one broken permission and one route without a rule, and nothing else', async () => {
    const broken = members.map((handled) =>
      handled.route === inviteMembers
        ? { ...handled, route: { ...handled.route, access: inProject('members.see') } }
        : handled,
    );
    const server = await startTestServer({
      mount: async (app, kit) => {
        mount(app, kit, [...projects, ...broken]);
        app.get('/api/forgotten', async () => ({ secret: true }));
        app.get('/elsewhere/page', { config: { access: 'static' } }, async () => 'page');
      },
    });
    try {
      expect(await walkAccess(server)).toEqual([
        { route: 'POST /api/project/invite', who: 'member', expected: 'forbidden', got: 'open' },
        { route: 'POST /api/project/invite', who: 'viewer', expected: 'forbidden', got: 'open' },
        { route: 'GET /api/forgotten', who: 'anybody', expected: 'an access rule', got: 'none' },
        {
          route: 'GET /elsewhere/page',
          who: 'anybody',
          expected: 'a route of the contract',
          got: '"static"',
        },
      ]);
    } finally {
      await server.stop();
    }
  }, 120_000);
});
