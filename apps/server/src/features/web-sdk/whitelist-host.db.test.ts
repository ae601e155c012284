import { listAuditLog } from '@trailmark/contract/audit-log';
import { getProjectToken } from '@trailmark/contract/keys';
import {
  listWhitelistedHosts,
  MAX_WEB_HOSTS,
  removeWhitelistedHost,
  updateWebSettings,
  whitelistHost,
} from '@trailmark/contract/web-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const add = (by: TestPerson, projectId: string, host: string) =>
  by.call(whitelistHost, { params: { project_id: projectId }, body: { host } });
const list = (by: TestPerson, projectId: string) =>
  by.call(listWhitelistedHosts, { params: { project_id: projectId } });
const remove = (by: TestPerson, projectId: string, tokenId: string) =>
  by.call(removeWhitelistedHost, { params: { project_id: projectId }, body: { tokenId } });
const allowLocalhost = (by: TestPerson, projectId: string, allowed: boolean) =>
  by.call(updateWebSettings, { params: { project_id: projectId }, body: { allow_localhost: allowed } });

describe('a whitelisted host', () => {
  test('has a token of its own, which is not the one of the app', async () => {
    const { owner, projectId } = await buildProject(server);
    const shop = await add(owner, projectId, ' HTTPS://Shop.Example.com/ ');
    expect(shop).toEqual({
      host: 'shop.example.com',
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token: expect.stringMatching(/^tm_web_[\w-]{43}$/),
      created_at: server.clock.now().toISOString(),
      last_seen_at: null,
    });
    server.clock.advance(1);
    const wild = await add(owner, projectId, '*.example.org');
    expect(wild.token).not.toBe(shop.token);
    expect(await list(owner, projectId)).toMatchObject({
      hosts: [shop, wild],
      refused_hosts: [],
      allow_localhost: false,
    });
    const { token, imported_tokens } = await owner.call(getProjectToken, {
      query: { project_id: projectId },
    });
    expect(token).toMatch(/^tm_[\w-]{43}$/);
    expect(imported_tokens).toEqual([]);

    expect(await remove(owner, projectId, shop.token_id)).toEqual({ token_id: shop.token_id });
    expect((await list(owner, projectId)).hosts).toEqual([wild]);
    await expect(remove(owner, projectId, shop.token_id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is recorded, as is whether localhost is allowed, and every process is notified', async () => {
    const { owner, projectId } = await buildProject(server);
    const heard = await heardBy(server, async () => {
      const { token_id } = await add(owner, projectId, 'shop.example.com');
      server.clock.advance(1);
      await allowLocalhost(owner, projectId, true);
      server.clock.advance(1);
      await remove(owner, projectId, token_id);
    });
    expect(heard).toEqual(Array.from({ length: 3 }, () => ({ kind: 'project', projectId })));
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const entries = items.filter(({ action }) => action.startsWith('web_'));
    expect(entries.map(({ action, target, after }) => [action, target, after])).toEqual([
      ['web_host.removed', 'shop.example.com', null],
      ['web_localhost.changed', 'localhost', { allow_localhost: true }],
      ['web_host.added', 'shop.example.com', null],
    ]);
    expect(JSON.stringify(entries)).not.toContain('tm_web_');
    expect((await list(owner, projectId)).allow_localhost).toBe(true);
  });

  test.each(['', 'localhost', 'shop', '*.com', 'shop.example.com/a', 'a b', 'x'.repeat(301)])(
    'is not %j',
    async (host) => {
      const { owner, projectId } = await buildProject(server);
      await expect(add(owner, projectId, host)).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { host: expect.any(String) },
      });
    },
  );

  test('is named once in a project, in whatever spelling, and says nothing about others', async () => {
    const { owner, projectId } = await buildProject(server);
    const other = await buildProject(server);
    const shop = await add(owner, projectId, 'bücher.example');
    await expect(add(owner, projectId, 'XN--bcher-kva.example.')).rejects.toMatchObject({
      code: 'conflict',
      fields: { host: expect.stringContaining('already') },
    });
    const theirs = await add(other.owner, other.projectId, 'bücher.example');
    expect(theirs.token).not.toBe(shop.token);
    await expect(remove(other.owner, other.projectId, shop.token_id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(list(other.owner, projectId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await list(owner, projectId)).hosts).toEqual([shop]);
  });

  test('is one of fifty, also when two are added at once', async () => {
    const { owner, projectId } = await buildProject(server);
    const now = server.clock.now();
    const rows = Array.from({ length: MAX_WEB_HOSTS - 1 }, (_, n) => ({
      project_id: projectId,
      type: 'web',
      token: `tm_web_${projectId}_${n}`,
      created_at: now,
      token_id: newId(now),
      host: `s${n}.example.com`,
    }));
    await server.db.insertInto('project_tokens').values(rows).execute();
    const both = await Promise.allSettled(
      ['a', 'b'].map((name) => add(owner, projectId, `${name}.example.com`)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await list(owner, projectId)).hosts).toHaveLength(MAX_WEB_HOSTS);
  });

  test('is seen by the team and changed by owners and admins', async () => {
    const { owner, projectId } = await buildProject(server);
    const { token_id } = await add(owner, projectId, 'shop.example.com');
    for (const role of ['member', 'viewer'] as const) {
      const person = await buildMember(server, projectId, role);
      expect((await list(person, projectId)).hosts).toHaveLength(1);
      await expect(add(person, projectId, 'x.example.com')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(remove(person, projectId, token_id)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(allowLocalhost(person, projectId, true)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const guest = await buildMember(server, projectId, 'guest');
    await expect(list(guest, projectId)).rejects.toMatchObject({ code: 'forbidden' });
    const admin = await buildMember(server, projectId, 'admin');
    await add(admin, projectId, 'admin.example.com');
  });
});
