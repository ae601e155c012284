import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  createSdkCredential,
  listSdkCredentials,
  MAX_SDK_CREDENTIALS,
  type Signing,
  updateSdkCredential,
} from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const make = (by: TestPerson, projectId: string, platform: 'IOS' | 'ANDROID' = 'IOS') =>
  by.call(createSdkCredential, { body: { project_id: projectId, platform } });
const list = (by: TestPerson, projectId: string) =>
  by.call(listSdkCredentials, { query: { project_id: projectId } });

interface Change {
  id?: string;
  active?: boolean;
  rotate?: { keep_old_hours?: number };
  signing?: 'optional' | Signing;
}
const change = (by: TestPerson, projectId: string, body: Change) =>
  by.call(updateSdkCredential, { body: { project_id: projectId, ...body } });

describe('an SDK credential', () => {
  test('shows its secret once and keeps it sealed', async () => {
    const { owner, projectId } = await buildProject(server);
    const { secret_key, credential } = await make(owner, projectId, 'ANDROID');
    expect(secret_key).toMatch(/^tmss_[\w-]{43}$/);
    expect(credential).toMatchObject({ active: true, platform: 'ANDROID', expires_at: null });
    expect(credential.key_id).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(credential.hint).toBe(`${secret_key.slice(0, 10)}…`);
    const seen = await list(owner, projectId);
    expect(seen).toEqual({ signing: 'report', credentials: [credential], signatures: [] });
    expect(JSON.stringify(seen)).not.toContain(secret_key.slice(10));
    const row = await server.db
      .selectFrom('sdk_credentials')
      .selectAll()
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret_key.slice(10));
    expect(server.kit.secrets.open('sdk', row.sealed_secret)).toBe(secret_key);
    expect(server.kit.secrets.open('jobs', row.sealed_secret)).toBeNull();
  });

  test('is recorded without its secret, and every process is notified', async () => {
    const { owner, projectId } = await buildProject(server);
    const secrets: string[] = [];
    const heard = await heardBy(server, async () => {
      const { credential, secret_key } = await make(owner, projectId);
      server.clock.advance(1);
      await change(owner, projectId, { id: credential.id, active: false });
      await change(owner, projectId, { id: credential.id, active: true });
      server.clock.advance(1);
      const rotated = await change(owner, projectId, { id: credential.id, rotate: {} });
      secrets.push(secret_key, rotated.secret_key ?? '');
    });
    expect(heard).toEqual(Array.from({ length: 4 }, () => ({ kind: 'project', projectId })));
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const entries = items.filter(({ action }) => action.startsWith('sdk_'));
    expect(entries.map(({ action }) => action)).toEqual([
      'sdk_credential.rotated',
      'sdk_credential.updated',
      'sdk_credential.updated',
      'sdk_credential.created',
    ]);
    expect(entries[0]).toMatchObject({ after: { keep_old_hours: 24 } });
    for (const secret of secrets) expect(JSON.stringify(items)).not.toContain(secret.slice(10));
  });

  test('can be switched off and on; a repeat notes nothing', async () => {
    const { owner, projectId } = await buildProject(server);
    const { credential } = await make(owner, projectId);
    server.clock.advance(1000);
    const { id } = credential;
    const off = await change(owner, projectId, { id, active: false });
    const updated_at = server.clock.now().toISOString();
    expect(off).toEqual({
      signing: 'report',
      credential: { ...credential, active: false, updated_at },
      secret_key: null,
    });
    expect(await change(owner, projectId, { id, active: false })).toEqual(off);
    expect((await change(owner, projectId, { id, active: true })).credential?.active).toBe(true);
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'sdk_credential.updated' },
    });
    expect(items).toHaveLength(2);
  });

  test.each([
    [{ active: true }, 'id'],
    [{ rotate: {} }, 'id'],
    [{ id: 'x', active: true }, 'id'],
    [{ id: newId(new Date()), active: true, rotate: {} }, 'active'],
    [{ id: newId(new Date()), rotate: { keep_old_hours: 721 } }, 'rotate.keep_old_hours'],
    [{ id: newId(new Date()), rotate: { keep_old_hours: -1 } }, 'rotate.keep_old_hours'],
    [{ signing: 'never' }, 'signing'],
  ] as [Change, string][])('is refused %j', async (wrong, field) => {
    const { owner, projectId } = await buildProject(server);
    await expect(change(owner, projectId, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test('is for one of the two platforms', async () => {
    const { owner, projectId } = await buildProject(server);
    await expect(make(owner, projectId, 'WEB' as 'IOS')).rejects.toMatchObject({
      fields: { platform: expect.any(String) },
    });
  });

  test('of another project is not there', async () => {
    const { owner, projectId } = await buildProject(server);
    const theirs = await buildProject(server);
    const { credential } = await make(theirs.owner, theirs.projectId);
    for (const what of [{ active: false }, { rotate: {} }]) {
      const attempt = change(owner, projectId, { id: credential.id, ...what });
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await list(theirs.owner, theirs.projectId)).credentials).toEqual([credential]);
  });

  test(`is one of at most ${MAX_SDK_CREDENTIALS}`, async () => {
    const { owner, projectId } = await buildProject(server);
    for (let count = 1; count < MAX_SDK_CREDENTIALS; count += 1) await make(owner, projectId);
    const both = await Promise.allSettled([make(owner, projectId), make(owner, projectId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await list(owner, projectId)).credentials).toHaveLength(MAX_SDK_CREDENTIALS);
  });
});

describe('a rotation', () => {
  test('makes a new credential and lets the old one run out', async () => {
    const { owner, projectId } = await buildProject(server);
    const first = await make(owner, projectId, 'ANDROID');
    server.clock.advance(HOUR_MS);
    const now = server.clock.now();
    const { id } = first.credential;
    const { credential, secret_key } = await change(owner, projectId, { id, rotate: { keep_old_hours: 2 } });
    expect(credential).toMatchObject({ platform: 'ANDROID', active: true, expires_at: null });
    expect(credential?.key_id).not.toBe(first.credential.key_id);
    expect(secret_key).toMatch(/^tmss_/);
    expect(secret_key).not.toBe(first.secret_key);
    const old = {
      ...first.credential,
      expires_at: later(now, 2 * HOUR_MS).toISOString(),
      updated_at: now.toISOString(),
    };
    expect((await list(owner, projectId)).credentials).toEqual([credential, old]);
    server.clock.advance(2 * HOUR_MS);
    expect((await list(owner, projectId)).credentials).toEqual([credential]);
    await expect(change(owner, projectId, { id, active: true })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of no hours voids the old one at once', async () => {
    const { owner, projectId } = await buildProject(server);
    const { credential } = await make(owner, projectId);
    const rotated = await change(owner, projectId, { id: credential.id, rotate: { keep_old_hours: 0 } });
    expect((await list(owner, projectId)).credentials).toEqual([rotated.credential]);
  });

  test('is refused for one that is off and for one that was replaced', async () => {
    const { owner, projectId } = await buildProject(server);
    const { credential } = await make(owner, projectId);
    const { id } = credential;
    await change(owner, projectId, { id, rotate: {} });
    await expect(change(owner, projectId, { id, rotate: {} })).rejects.toMatchObject({ code: 'conflict' });
    const other = await make(owner, projectId);
    await change(owner, projectId, { id: other.credential.id, active: false });
    const off = change(owner, projectId, { id: other.credential.id, rotate: {} });
    await expect(off).rejects.toMatchObject({ code: 'conflict' });
    expect((await list(owner, projectId)).credentials).toHaveLength(3);
  });

  test('happens once when it is asked for twice at the same moment', async () => {
    const { owner, projectId } = await buildProject(server);
    const { credential } = await make(owner, projectId);
    const twice = await Promise.allSettled(
      [1, 2].map(() => change(owner, projectId, { id: credential.id, rotate: {} })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await list(owner, projectId)).credentials).toHaveLength(2);
  });
});

describe('signing', () => {
  test('can be required once there is something to sign with', async () => {
    const { owner, projectId } = await buildProject(server);
    const early = change(owner, projectId, { signing: 'required' });
    await expect(early).rejects.toMatchObject({ code: 'conflict' });
    expect((await list(owner, projectId)).signing).toBe('report');
    await make(owner, projectId);
    const required = { signing: 'required', credential: null, secret_key: null };
    expect(await change(owner, projectId, { signing: 'required' })).toEqual(required);
    expect(await change(owner, projectId, { signing: 'required' })).toEqual(required);
    expect((await list(owner, projectId)).signing).toBe('required');
    expect((await change(owner, projectId, { signing: 'optional' })).signing).toBe('report');
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'sdk_signing.changed' },
    });
    expect(items).toHaveLength(2);
  });

  test('that is required keeps the last credential that does not run out active', async () => {
    const { owner, projectId } = await buildProject(server);
    const first = (await make(owner, projectId)).credential;
    await change(owner, projectId, { signing: 'required' });
    server.clock.advance(1);
    const second = (await change(owner, projectId, { id: first.id, rotate: {} })).credential;
    const off = change(owner, projectId, { id: second?.id ?? '', active: false });
    await expect(off).rejects.toMatchObject({ code: 'conflict' });
    expect((await list(owner, projectId)).credentials[0]).toEqual(second);
    const both = await change(owner, projectId, { id: second?.id ?? '', active: false, signing: 'optional' });
    expect(both).toMatchObject({ signing: 'report', credential: { active: false } });
  });

  test('of one project is not that of another', async () => {
    const { owner, projectId } = await buildProject(server);
    await make(owner, projectId);
    await change(owner, projectId, { signing: 'required' });
    const other = await buildProject(server, { owner });
    expect(await list(owner, other.projectId)).toEqual({
      signing: 'report',
      credentials: [],
      signatures: [],
    });
  });
});

test('a viewer sees credentials without secrets and changes none; a guest sees none', async () => {
  const { owner, projectId } = await buildProject(server);
  const { credential, secret_key } = await make(owner, projectId);
  const viewer = await buildMember(server, projectId, 'viewer');
  const seen = await list(viewer, projectId);
  expect(seen.credentials).toEqual([credential]);
  expect(JSON.stringify(seen)).not.toContain(secret_key.slice(10));
  const member = await buildMember(server, projectId, 'member');
  await expect(make(member, projectId)).rejects.toMatchObject({ code: 'forbidden' });
  const guest = await buildMember(server, projectId, 'guest');
  await expect(list(guest, projectId)).rejects.toMatchObject({ code: 'forbidden' });
});
