import { updateUser, verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildMember, buildPerson, buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
});
afterAll(() => server.stop());

async function buildLocalOwner() {
  await server.db.updateTable('users').set({ is_local_owner: false }).execute();
  const owner = await buildPerson(server, { email: `owner-${Math.random()}@localhost` });
  await server.db.updateTable('users').set({ is_local_owner: true }).where('id', '=', owner.userId).execute();
  return owner;
}

describe('GET /user/verify', () => {
  test('tells who is signed in, with the projects in the order of joining', async () => {
    const { owner, projectId: first } = await buildProject(server, { name: 'First' });
    server.clock.advance(MINUTE_MS);
    const { projectId: second } = await buildProject(server, { owner, name: 'Second' });
    const user = await owner.call(verifyUser, {});
    expect(user).toMatchObject({ id: owner.userId, email: owner.email, invites: [], is_operator: false });
    expect(user.project_members.map(({ project_id, role }) => [project_id, role])).toEqual([
      [first, 'owner'],
      [second, 'owner'],
    ]);
  });

  test('tells an operator that they are one', async () => {
    const operator = await buildPerson(server, { email: 'operator@example.com' });
    expect((await operator.call(verifyUser, {})).is_operator).toBe(true);
  });

  test('names each project with the role in it', async () => {
    const { projectId } = await buildProject(server);
    const guest = await buildMember(server, projectId, 'guest');
    expect((await guest.call(verifyUser, {})).project_members).toMatchObject([
      { project_id: projectId, role: 'guest', platform: 'app' },
    ]);
  });
});

describe('PUT /user', () => {
  test('changes the given fields and leaves the others', async () => {
    const { call } = await buildPerson(server);
    await call(updateUser, { body: { company: ' Kite ', role: 'analyst', analytics_opt_out: true } });
    expect(await call(updateUser, { body: { first_name: 'Asha' } })).toMatchObject({
      first_name: 'Asha',
      company: 'Kite',
      role: 'analyst',
      analytics_opt_out: true,
    });
  });

  test('takes an empty text as none', async () => {
    const { call } = await buildPerson(server);
    const body = { first_name: '', last_name: '  ', company: null, role: null };
    expect(await call(updateUser, { body })).toMatchObject({
      first_name: null,
      last_name: null,
      company: null,
      role: null,
    });
  });

  test('changes nothing when nothing is given', async () => {
    const { call } = await buildPerson(server);
    const before = await call(verifyUser, {});
    expect(await call(updateUser, { body: {} })).toEqual(before);
  });

  test.each([
    ['first_name', 'x'.repeat(81)],
    ['company', 'nul \0'],
    ['role', 'king'],
    ['analytics_opt_out', 'yes'],
    ['email', 'not an address'],
  ])('refuses a bad %s and names it', async (name, value) => {
    const { call } = await buildPerson(server);
    const body = { [name]: value } as Record<string, never>;
    const refusal = await call(updateUser, { body }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(Object.keys((refusal as { fields: object }).fields)).toEqual([name]);
  });

  test('never changes what is not in the contract', async () => {
    const person = await buildPerson(server);
    const body = { id: '00000000-0000-0000-0000-000000000000', is_local_owner: true, is_operator: true };
    const user = await person.call(updateUser, { body: body as object });
    expect(user).toMatchObject({ id: person.userId, is_local_owner: false, is_operator: false });
  });
});

describe('the address', () => {
  test('cannot be changed', async () => {
    const person = await buildPerson(server);
    const body = { email: 'elsewhere@example.com' };
    await expect(person.call(updateUser, { body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { email: 'cannot be changed' },
    });
    // Sent along unchanged it is no change.
    expect(await person.call(updateUser, { body: { email: person.email, first_name: 'A' } })).toMatchObject({
      first_name: 'A',
    });
  });

  test('can be given once by the local owner', async () => {
    const owner = await buildLocalOwner();
    expect((await owner.call(verifyUser, {})).is_local_owner).toBe(true);
    const user = await owner.call(updateUser, { body: { email: 'Me@Example.com' } });
    expect(user).toMatchObject({ email: 'me@example.com', is_local_owner: false });
    await expect(owner.call(updateUser, { body: { email: 'again@example.com' } })).rejects.toMatchObject({
      fields: { email: 'cannot be changed' },
    });
  });

  test('cannot be one that belongs to another account', async () => {
    const owner = await buildLocalOwner();
    const { email } = await buildPerson(server);
    await expect(owner.call(updateUser, { body: { email } })).rejects.toMatchObject({
      status: 400,
      fields: { email: 'belongs to another account' },
    });
  });
});
