import { createHash, createHmac } from 'node:crypto';
import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  createSdkCredential,
  importSdkCredential,
  listSdkCredentials,
  MAX_SDK_CREDENTIALS,
  updateSdkCredential,
} from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const SECRET = 'Gehe1m+/= mit Umlaut ü';
const KEY = { key_id: 'lr-key.2024', secret: SECRET };

const take = (by: TestPerson, projectId: string, key: { key_id: string; secret: string } = KEY) =>
  by.call(importSdkCredential, { body: { project_id: projectId, platform: 'IOS', ...key } });

describe('a signing key of another provider', () => {
  test('is stored sealed and no part of its secret is shown', async () => {
    const { owner, projectId } = await buildProject(server);
    const answer = await take(owner, projectId, { ...KEY, secret: `${SECRET}\n` });
    expect(answer.credential).toMatchObject({
      key_id: KEY.key_id,
      hint: 'imported',
      platform: 'IOS',
      active: true,
      expires_at: null,
    });
    const list = await owner.call(listSdkCredentials, { query: { project_id: projectId } });
    expect(list.credentials).toEqual([answer.credential]);
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const entry = { action: 'sdk_credential.imported', target: KEY.key_id };
    expect(items).toContainEqual(expect.objectContaining(entry));
    const row = await server.db
      .selectFrom('sdk_credentials')
      .selectAll()
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    expect(server.kit.secrets.open('sdk', row.sealed_secret)).toBe(SECRET);
    expect(JSON.stringify([answer, list, items, row])).not.toContain(SECRET.slice(0, 5));
  });

  test('signs requests, its secret taken as text', async () => {
    const { owner, projectId } = await buildProject(server);
    const token = await projectToken(owner, projectId);
    await take(owner, projectId);
    await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'required' } });
    const body = JSON.stringify({ token, install_instance_id: 'i', platform: 'IOS', device_data: {} });
    const hash = createHash('sha256').update(body).digest('base64');
    const send = async (secret: string) => {
      const timestamp = String(server.clock.now().getTime());
      const signature = createHmac('sha256', secret).update(`${timestamp}\n${hash}`).digest('base64');
      const signed = { 'x-key-id': KEY.key_id, 'x-timestamp': timestamp, 'x-signature': signature };
      const headers = { 'content-type': 'application/json', authorization: 'HMAC', ...signed };
      return (await fetch(`${server.url}/api/client/init`, { method: 'POST', headers, body })).status;
    };
    await expect.poll(() => send(SECRET), { timeout: 20_000 }).toBe(200);
    expect(await send('another secret')).toBe(401);
  });

  test('can be replaced and switched off like any other', async () => {
    const { owner, projectId } = await buildProject(server);
    const { id } = (await take(owner, projectId)).credential;
    const body = { project_id: projectId, id };
    const rotated = await owner.call(updateSdkCredential, { body: { ...body, rotate: {} } });
    expect(rotated.secret_key).toMatch(/^tmss_/);
    const off = await owner.call(updateSdkCredential, { body: { ...body, active: false } });
    expect(off).toMatchObject({ credential: { key_id: KEY.key_id, active: false }, secret_key: null });
  });

  test('is in a project once; another project may have the same', async () => {
    const { owner, projectId } = await buildProject(server);
    await take(owner, projectId);
    await expect(take(owner, projectId)).rejects.toMatchObject({
      code: 'conflict',
      fields: { key_id: expect.any(String) },
    });
    const other = await buildProject(server);
    expect((await take(other.owner, other.projectId)).credential.key_id).toBe(KEY.key_id);
  });

  test.each([
    ['key_id', { ...KEY, key_id: '' }],
    ['key_id', { ...KEY, key_id: 'a b' }],
    ['key_id', { ...KEY, key_id: 'a\u0000b' }],
    ['key_id', { ...KEY, key_id: 'x'.repeat(201) }],
    ['secret', { ...KEY, secret: '' }],
    ['secret', { ...KEY, secret: 'short' }],
    ['secret', { ...KEY, secret: 'x'.repeat(501) }],
    ['secret', { ...KEY, secret: 'half a pair \ud800' }],
  ])('is refused for its %s: %j', async (field, key) => {
    const { owner, projectId } = await buildProject(server);
    const refused = await take(owner, projectId, key).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'validation_failed', fields: { [field]: expect.any(String) } });
  });

  test('counts among the credentials of the project', async () => {
    const { owner, projectId } = await buildProject(server);
    const body = { project_id: projectId, platform: 'IOS' } as const;
    for (let n = 0; n < MAX_SDK_CREDENTIALS; n += 1) await owner.call(createSdkCredential, { body });
    await expect(take(owner, projectId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is taken over by owners alone', async () => {
    const { projectId } = await buildProject(server);
    for (const role of ['admin', 'member', 'viewer', 'guest'] as const) {
      const person = await buildMember(server, projectId, role);
      await expect(take(person, projectId)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});
