import { createHash } from 'node:crypto';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { generatePrivateKey, getProjectToken } from '@trailmark/contract/keys';
import { listProjects } from '@trailmark/contract/projects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const generate = (by: TestPerson, projectId: string, keep_old_hours?: number) =>
  by.call(generatePrivateKey, {
    body: { project_id: projectId, ...(keep_old_hours === undefined ? {} : { keep_old_hours }) },
  });
const keysOf = async (by: TestPerson, projectId: string) =>
  (await by.call(getProjectToken, { query: { project_id: projectId } })).private_keys;

describe('a private key', () => {
  test('is shown once and stored as a hash only', async () => {
    const { owner, projectId } = await buildProject(server);
    const { private_key, key } = await generate(owner, projectId);
    expect(private_key).toMatch(/^tmsk_[\w-]{43}$/);
    expect(key).toMatchObject({ created_by: owner.email, expires_at: null });
    const rows = await server.db
      .selectFrom('private_keys')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
    expect(rows.map((row) => row.key_hash)).toEqual([createHash('sha256').update(private_key).digest()]);
    expect(JSON.stringify(rows)).not.toContain(private_key);
    const seen = await owner.call(getProjectToken, { query: { project_id: projectId } });
    expect(seen.private_keys).toEqual([key]);
    expect(JSON.stringify(seen)).not.toContain(private_key.slice(10));
  });

  test('is recognised by its first characters, which open nothing', async () => {
    const { owner, projectId } = await buildProject(server);
    const { private_key, key } = await generate(owner, projectId);
    expect(key.hint).toBe(`${private_key.slice(0, 10)}…`);
  });

  test('is noted in the audit log and on the setup list, without its secret', async () => {
    const { owner, projectId } = await buildProject(server);
    const { private_key, key } = await generate(owner, projectId, 5);
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'key.generated' },
    });
    expect(items).toMatchObject([{ target: key.hint, after: { keep_old_hours: 5 } }]);
    expect(JSON.stringify(items)).not.toContain(private_key.slice(10));
    const [project] = await owner.call(listProjects, {});
    expect(project?.setup).toContainEqual({ step: 'key_generated', done: true });
  });
});

describe('a new key', () => {
  test('leaves the old one working for the chosen time', async () => {
    const { owner, projectId } = await buildProject(server);
    const older = (await generate(owner, projectId)).key;
    server.clock.advance(HOUR_MS);
    const newer = (await generate(owner, projectId, 2)).key;
    const end = new Date(server.clock.now().getTime() + 2 * HOUR_MS).toISOString();
    expect(await keysOf(owner, projectId)).toEqual([newer, { ...older, expires_at: end }]);
    server.clock.advance(2 * HOUR_MS);
    expect(await keysOf(owner, projectId)).toEqual([newer]);
  });

  test('leaves it working for a day when nothing is chosen', async () => {
    const { owner, projectId } = await buildProject(server);
    await generate(owner, projectId);
    server.clock.advance(1);
    await generate(owner, projectId);
    const [, older] = await keysOf(owner, projectId);
    expect(older?.expires_at).toBe(new Date(server.clock.now().getTime() + 24 * HOUR_MS).toISOString());
  });

  test('voids it at once when the chosen time is nothing', async () => {
    const { owner, projectId } = await buildProject(server);
    await generate(owner, projectId);
    const { key } = await generate(owner, projectId, 0);
    expect(await keysOf(owner, projectId)).toEqual([key]);
  });

  test('never lengthens the life of a key that already runs out', async () => {
    const { owner, projectId } = await buildProject(server);
    const first = (await generate(owner, projectId)).key;
    await generate(owner, projectId, 1);
    const end = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
    await generate(owner, projectId, 700);
    const kept = (await keysOf(owner, projectId)).find((key) => key.id === first.id);
    expect(kept?.expires_at).toBe(end);
  });

  test.each([-1, 721, 1.5, '24'])('refuses to keep the old one for %j hours', async (hours) => {
    const { owner, projectId } = await buildProject(server);
    const body = { project_id: projectId, keep_old_hours: hours as number };
    await expect(owner.call(generatePrivateKey, { body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { keep_old_hours: expect.any(String) },
    });
  });
});

describe('who sees what', () => {
  test.each(['member', 'viewer'] as const)(
    'a %s sees the token and hints, and makes no key',
    async (role) => {
      const { owner, projectId } = await buildProject(server);
      const { private_key, key } = await generate(owner, projectId);
      const person = await buildMember(server, projectId, role);
      const seen = await person.call(getProjectToken, { query: { project_id: projectId } });
      expect(seen.token).toMatch(/^tm_[\w-]{43}$/);
      expect(seen.private_keys.map((one) => one.hint)).toEqual([key.hint]);
      expect(JSON.stringify(seen)).not.toContain(private_key.slice(10));
      await expect(generate(person, projectId)).rejects.toMatchObject({ status: 403 });
    },
  );

  test('every project has a token of its own', async () => {
    const [first, second] = [await buildProject(server), await buildProject(server)];
    const tokenOf = async ({ owner, projectId }: typeof first) =>
      (await owner.call(getProjectToken, { query: { project_id: projectId } })).token;
    expect(await tokenOf(first)).not.toBe(await tokenOf(second));
  });
});
