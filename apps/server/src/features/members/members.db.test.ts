import { listAuditLog } from '@trailmark/contract/audit-log';
import { listMembers, removeMember, updateRole } from '@trailmark/contract/members';
import { ROLES, type Role } from '@trailmark/contract/permissions';
import { getDashboardPreference, putDashboardPreference } from '@trailmark/contract/preferences';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rolesOf = async (by: TestPerson, projectId: string) =>
  Object.fromEntries(
    (await by.call(listMembers, { query: { project_id: projectId } })).map((one) => [one.user_id, one.role]),
  );
const setRole = (by: TestPerson, projectId: string, target: { userId: string; role: Role }) =>
  by.call(updateRole, { body: { project_id: projectId, user_id: target.userId, role: target.role } });
const remove = (by: TestPerson, projectId: string, userId: string) =>
  by.call(removeMember, { query: { project_id: projectId, user_id: userId } });

async function auditOf(projectId: string, action: string) {
  return await server.db
    .selectFrom('audit_log')
    .select(['actor_email', 'target', 'before', 'after'])
    .where('project_id', '=', projectId)
    .where('action', '=', action)
    .execute();
}

const forbidden = { status: 403, code: 'forbidden' };
const lastOwner = { status: 409, code: 'last_owner' };

describe('the list of members', () => {
  test('goes by joining time and tells when each was last seen', async () => {
    const { owner, projectId } = await buildProject(server);
    server.clock.advance(MINUTE_MS);
    const viewer = await buildMember(server, projectId, 'viewer');
    server.clock.advance(MINUTE_MS);
    const guest = await buildMember(server, projectId, 'guest');
    const members = await viewer.call(listMembers, { query: { project_id: projectId } });
    expect(members.map(({ user_id, role }) => [user_id, role])).toEqual([
      [owner.userId, 'owner'],
      [viewer.userId, 'viewer'],
      [guest.userId, 'guest'],
    ]);
    expect(members[2]?.last_seen_at).toBe(server.clock.now().toISOString());
  });
});

describe('changing a role', () => {
  test('is noted with the role before and after', async () => {
    const { owner, projectId } = await buildProject(server);
    const member = await buildMember(server, projectId, 'viewer');
    expect(await setRole(owner, projectId, { ...member, role: 'admin' })).toMatchObject({
      user_id: member.userId,
      role: 'admin',
    });
    expect(await auditOf(projectId, 'member.role_changed')).toEqual([
      {
        actor_email: owner.email,
        target: member.email,
        before: { role: 'viewer' },
        after: { role: 'admin' },
      },
    ]);
  });

  test('to the role that someone has is no change', async () => {
    const { owner, projectId } = await buildProject(server);
    const member = await buildMember(server, projectId, 'viewer');
    await setRole(owner, projectId, { ...member, role: 'viewer' });
    expect(await auditOf(projectId, 'member.role_changed')).toEqual([]);
  });

  test.each(ROLES)('from and to %s is for those whom the table names', async (role) => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    const target = await buildMember(server, projectId, 'viewer');
    const byAdmin = setRole(admin, projectId, { ...target, role });
    if (role === 'owner') await expect(byAdmin).rejects.toMatchObject(forbidden);
    else expect(await byAdmin).toMatchObject({ role });
    expect(await setRole(owner, projectId, { ...target, role })).toMatchObject({ role });
    const back = setRole(admin, projectId, { ...target, role: 'guest' });
    if (role === 'owner') await expect(back).rejects.toMatchObject(forbidden);
    else expect(await back).toMatchObject({ role: 'guest' });
  });

  test('does not let an admin make themself an owner', async () => {
    const { projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    await expect(setRole(admin, projectId, { ...admin, role: 'owner' })).rejects.toMatchObject(forbidden);
  });

  test('of someone who is no member finds nobody', async () => {
    const { owner, projectId } = await buildProject(server);
    const stranger = await buildPerson(server);
    await expect(setRole(owner, projectId, { ...stranger, role: 'viewer' })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('holds from the next request on', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    const query = { project_id: projectId };
    await admin.call(listAuditLog, { query });
    await setRole(owner, projectId, { ...admin, role: 'guest' });
    await expect(admin.call(listAuditLog, { query })).rejects.toMatchObject(forbidden);
  });
});

describe('removing', () => {
  test('takes the person and their settings out, and is noted', async () => {
    const { owner, projectId } = await buildProject(server);
    const viewer = await buildMember(server, projectId, 'viewer');
    await viewer.call(putDashboardPreference, { body: { project_id: projectId, preference: { a: 1 } } });
    expect(await remove(owner, projectId, viewer.userId)).toEqual({ removed: true });
    expect(await rolesOf(owner, projectId)).toEqual({ [owner.userId]: 'owner' });
    const query = { project_id: projectId };
    await expect(viewer.call(getDashboardPreference, { query })).rejects.toMatchObject({ status: 404 });
    const left = await server.db
      .selectFrom('dashboard_preferences')
      .select('user_id')
      .where('project_id', '=', projectId)
      .execute();
    expect(left).toEqual([]);
    expect(await auditOf(projectId, 'member.removed')).toMatchObject([
      { target: viewer.email, before: { role: 'viewer' } },
    ]);
    await expect(remove(owner, projectId, viewer.userId)).rejects.toMatchObject({ status: 404 });
  });

  test('does not let an admin touch an owner', async () => {
    const { owner, projectId } = await buildProject(server);
    const other = await buildMember(server, projectId, 'owner');
    const admin = await buildMember(server, projectId, 'admin');
    await expect(remove(admin, projectId, other.userId)).rejects.toMatchObject(forbidden);
    await expect(setRole(admin, projectId, { ...other, role: 'viewer' })).rejects.toMatchObject(forbidden);
    expect(await remove(owner, projectId, other.userId)).toEqual({ removed: true });
  });

  test.each(['member', 'viewer', 'guest'] as const)('is not for a %s, except leaving', async (role) => {
    const { owner, projectId } = await buildProject(server);
    const person = await buildMember(server, projectId, role);
    const other = await buildMember(server, projectId, 'guest');
    await expect(remove(person, projectId, other.userId)).rejects.toMatchObject(forbidden);
    expect(await remove(person, projectId, person.userId)).toEqual({ removed: true });
    expect(await auditOf(projectId, 'member.left')).toMatchObject([{ target: person.email }]);
    expect(Object.keys(await rolesOf(owner, projectId))).toHaveLength(2);
  });

  test('cannot be passed off as leaving by naming oneself elsewhere in the request', async () => {
    const { projectId } = await buildProject(server);
    const guest = await buildMember(server, projectId, 'guest');
    const victim = await buildMember(server, projectId, 'viewer');
    const query = new URLSearchParams({ project_id: projectId, user_id: victim.userId });
    const response = await fetch(`${server.url}/api/project/remove-member?${query}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: guest.userId }),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await rolesOf(victim, projectId)).toHaveProperty(victim.userId);
  });
});

describe('the last owner', () => {
  test('can neither leave nor step down nor be removed', async () => {
    const { owner, projectId } = await buildProject(server);
    await buildMember(server, projectId, 'admin');
    await expect(remove(owner, projectId, owner.userId)).rejects.toMatchObject(lastOwner);
    await expect(setRole(owner, projectId, { ...owner, role: 'admin' })).rejects.toMatchObject(lastOwner);
    expect((await rolesOf(owner, projectId))[owner.userId]).toBe('owner');
  });

  test('may go once there is another', async () => {
    const { owner, projectId } = await buildProject(server);
    const heir = await buildMember(server, projectId, 'viewer');
    await setRole(owner, projectId, { ...heir, role: 'owner' });
    expect(await remove(owner, projectId, owner.userId)).toEqual({ removed: true });
    expect(await rolesOf(heir, projectId)).toEqual({ [heir.userId]: 'owner' });
  });

  const attempts = [
    {
      how: 'demote each other',
      act: (by: TestPerson, other: TestPerson, id: string) =>
        setRole(by, id, { userId: other.userId, role: 'viewer' }),
    },
    {
      how: 'remove each other',
      act: (by: TestPerson, other: TestPerson, id: string) => remove(by, id, other.userId),
    },
    { how: 'both leave', act: (by: TestPerson, _: TestPerson, id: string) => remove(by, id, by.userId) },
    {
      how: 'both step down',
      act: (by: TestPerson, _: TestPerson, id: string) =>
        setRole(by, id, { userId: by.userId, role: 'viewer' }),
    },
  ];
  test.each(attempts)('is left when two owners $how at the same moment', async ({ act }) => {
    for (let round = 0; round < 3; round += 1) {
      const { owner, projectId } = await buildProject(server);
      const second = await buildMember(server, projectId, 'owner');
      await Promise.allSettled([act(owner, second, projectId), act(second, owner, projectId)]);
      const rows = await server.db
        .selectFrom('project_members')
        .select('role')
        .where('project_id', '=', projectId)
        .where('role', '=', 'owner')
        .execute();
      expect(rows).toHaveLength(1);
    }
  });

  test('three owners: one who is demoted at the same moment cannot still demote another', async () => {
    const { owner, projectId } = await buildProject(server);
    const second = await buildMember(server, projectId, 'owner');
    const third = await buildMember(server, projectId, 'owner');
    const tries = await Promise.allSettled([
      setRole(owner, projectId, { ...second, role: 'guest' }),
      setRole(second, projectId, { ...owner, role: 'guest' }),
    ]);
    expect((await rolesOf(third, projectId))[third.userId]).toBe('owner');
    // The first of the two; the other had no right any more.
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});
