import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  getProjectToken,
  importToken,
  MAX_IMPORTED_TOKENS,
  releaseImportedToken,
  removeImportedToken,
} from '@trailmark/contract/keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../platform/ids.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
  operator = await buildPerson(server, { email: 'operator@example.com' });
});
afterAll(() => server.stop());

const take = (by: TestPerson, projectId: string, token: string) =>
  by.call(importToken, { body: { project_id: projectId, token } });
const remove = (by: TestPerson, projectId: string, token: string) =>
  by.call(removeImportedToken, { query: { project_id: projectId, token } });
const tokensOf = (by: TestPerson, projectId: string) =>
  by.call(getProjectToken, { query: { project_id: projectId } });

let count = 0;
const freshToken = () => {
  count += 1;
  return `lr_web_${count}.${newToken()}`;
};

/** The project of an app call with this token, by the event that it stores; null when it is refused. */
async function send(token: string): Promise<string | null> {
  const installId = newToken().replace(/\W/g, '').slice(0, 20);
  const response = await fetch(`${server.url}/api/client/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, install_instance_id: installId, platform: 'ANDROID', device_data: {} }),
  });
  if (response.status === 401) return null;
  expect(response.status).toBe(200);
  const row = await server.db
    .selectFrom('installs')
    .select('project_id')
    .where('install_id', '=', installId)
    .executeTakeFirstOrThrow();
  return row.project_id;
}
/** Processes learn of a change by a notification, which takes a moment. */
const arrivesAt = (token: string, projectId: string | null) =>
  expect.poll(() => send(token), { timeout: 20_000 }).toBe(projectId);

describe('the token of another provider', () => {
  test('works beside the own one until it is removed', async () => {
    const { owner, projectId } = await buildProject(server);
    const token = freshToken();
    const { token: own } = await tokensOf(owner, projectId);
    expect(await send(token)).toBeNull();
    const imported = await take(owner, projectId, `  ${token}\n`);
    expect(imported).toEqual({ token, created_at: server.clock.now().toISOString() });
    expect(await tokensOf(owner, projectId)).toMatchObject({ token: own, imported_tokens: [imported] });
    await arrivesAt(token, projectId);
    expect(await send(own)).toBe(projectId);

    expect(await remove(owner, projectId, token)).toEqual({ token });
    expect(await tokensOf(owner, projectId)).toMatchObject({ token: own, imported_tokens: [] });
    await arrivesAt(token, null);
    expect(await send(own)).toBe(projectId);
    await expect(remove(owner, projectId, token)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is recorded in the audit log and announced to every process', async () => {
    const { owner, projectId } = await buildProject(server);
    const token = freshToken();
    const heard = await heardBy(server, async () => {
      await take(owner, projectId, token);
      server.clock.advance(1);
      await remove(owner, projectId, token);
    });
    expect(heard).toEqual(Array.from({ length: 2 }, () => ({ kind: 'project', projectId })));
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const entries = items.filter(({ action }) => action.startsWith('token.'));
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['token.removed', token],
      ['token.imported', token],
    ]);
  });

  test.each([
    ['nothing', ''],
    ['a space', 'a b'],
    ['a control character', 'a\u0007b'],
    ['a letter outside ASCII', 'schlüssel'],
    ['too much', 'x'.repeat(201)],
    ['the form of a generated token', `tm_${'a'.repeat(43)}`],
    ['the form of a private key', `tmsk_${'a'.repeat(43)}`],
    ['the form of an SDK secret', 'tmss_a'],
  ])('is not %s', async (_name, token) => {
    const { owner, projectId } = await buildProject(server);
    await expect(take(owner, projectId, token)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { token: expect.any(String) },
    });
  });

  test('of another project, generated or imported, stays where it is', async () => {
    const theirs = await buildProject(server);
    const { owner, projectId } = await buildProject(server);
    const token = freshToken();
    await take(theirs.owner, theirs.projectId, token);
    const refused = await take(owner, projectId, token).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'conflict',
      fields: { token: expect.stringContaining('operator') },
    });
    expect(JSON.stringify(refused)).not.toContain(theirs.projectId);
    const { token: own } = await tokensOf(theirs.owner, theirs.projectId);
    await expect(take(owner, projectId, own)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(remove(owner, projectId, token)).rejects.toMatchObject({ code: 'not_found' });
    await arrivesAt(token, theirs.projectId);
  });

  test('is taken over once, by one of two projects that ask at the same moment', async () => {
    const [first, second] = [await buildProject(server), await buildProject(server)];
    const token = freshToken();
    const both = await Promise.allSettled(
      [first, second].map(({ owner, projectId }) => take(owner, projectId, token)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [winner] = [first, second].filter((_, index) => both[index]?.status === 'fulfilled');
    await expect(take(winner!.owner, winner!.projectId, token)).rejects.toMatchObject({
      fields: { token: 'is already a token of this project' },
    });
  });

  test(`is one of at most ${MAX_IMPORTED_TOKENS}`, async () => {
    const { owner, projectId } = await buildProject(server);
    for (let n = 1; n < MAX_IMPORTED_TOKENS; n += 1) await take(owner, projectId, freshToken());
    const both = await Promise.allSettled([1, 2].map(() => take(owner, projectId, freshToken())));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await tokensOf(owner, projectId)).imported_tokens).toHaveLength(MAX_IMPORTED_TOKENS);
  });

  test('is up to owners; the team sees it', async () => {
    const { owner, projectId } = await buildProject(server);
    const imported = await take(owner, projectId, freshToken());
    for (const role of ['admin', 'member', 'viewer'] as const) {
      const person = await buildMember(server, projectId, role);
      await expect(take(person, projectId, freshToken())).rejects.toMatchObject({ code: 'forbidden' });
      await expect(remove(person, projectId, imported.token)).rejects.toMatchObject({ code: 'forbidden' });
      expect((await tokensOf(person, projectId)).imported_tokens).toEqual([imported]);
    }
  });
});

describe('an operator', () => {
  const release = (by: TestPerson, token: string) => by.call(releaseImportedToken, { query: { token } });

  test('releases a token that a project has taken over, and the next project gets it', async () => {
    const squatter = await buildProject(server);
    const { owner, projectId } = await buildProject(server);
    const token = freshToken();
    await take(squatter.owner, squatter.projectId, token);
    await expect(release(owner, token)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await release(operator, token)).toEqual({ token, project_id: squatter.projectId });
    await expect(release(operator, token)).rejects.toMatchObject({ code: 'not_found' });
    await take(owner, projectId, token);
    await arrivesAt(token, projectId);
    const query = { project_id: squatter.projectId, action: 'token.removed' } as const;
    const { items } = await squatter.owner.call(listAuditLog, { query });
    expect(items).toMatchObject([{ target: token, actor: { email: operator.email } }]);
  });

  test('cannot take the own token of a project away', async () => {
    const { owner, projectId } = await buildProject(server);
    const { token } = await tokensOf(owner, projectId);
    await expect(release(operator, token)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await send(token)).toBe(projectId);
  });
});
