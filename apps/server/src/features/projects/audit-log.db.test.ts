import { type AuditAction, type AuditEntry, listAuditLog } from '@trailmark/contract/audit-log';
import { inviteMembers, updateRole } from '@trailmark/contract/members';
import { updateProject } from '@trailmark/contract/projects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** All pages, one after the other. */
async function readAll(
  by: TestPerson,
  projectId: string,
  { limit, action }: { limit: number; action?: AuditAction },
): Promise<AuditEntry[][]> {
  const pages: AuditEntry[][] = [];
  let cursor: string | null = null;
  do {
    const { items, next_cursor }: { items: AuditEntry[]; next_cursor: string | null } = await by.call(
      listAuditLog,
      {
        query: { project_id: projectId, limit, ...(action ? { action } : {}), ...(cursor ? { cursor } : {}) },
      },
    );
    pages.push(items);
    cursor = next_cursor;
  } while (cursor !== null && pages.length < 50);
  return pages;
}

async function rename(by: TestPerson, projectId: string, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await by.call(updateProject, { body: { project_id: projectId, name: `Name ${at}` } });
  }
}

describe('an entry', () => {
  test('tells who, what, before, after, when, and from where', async () => {
    const { owner, projectId } = await buildProject(server);
    const member = await buildMember(server, projectId, 'viewer');
    server.clock.advance(MINUTE_MS);
    const body = { project_id: projectId, user_id: member.userId, role: 'admin' as const };
    await fetch(`${server.url}/api${updateRole.path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'user-agent': `Browser ${'x'.repeat(500)}`,
        'x-forwarded-for': '198.51.100.9',
      },
      body: JSON.stringify(body),
    });
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId, limit: 1 } });
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: server.clock.now().toISOString(),
        actor: { user_id: owner.userId, email: owner.email },
        action: 'member.role_changed',
        target: member.email,
        before: { role: 'viewer' },
        after: { role: 'admin' },
        ip: '198.51.100.9',
        user_agent: `Browser ${'x'.repeat(392)}`,
      },
    ]);
  });

  test('stays when the one who did it has left', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    await rename(admin, projectId, 1);
    await server.db.deleteFrom('users').where('id', '=', admin.userId).execute();
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'project.updated' },
    });
    expect(items).toMatchObject([{ actor: { user_id: admin.userId, email: admin.email } }]);
  });

  test('is not written when the change is refused', async () => {
    const { owner, projectId } = await buildProject(server);
    const body = { project_id: projectId, name: 'New', timezone: 'Mars/Olympus' };
    await expect(owner.call(updateProject, { body })).rejects.toMatchObject({ status: 400 });
    expect((await readAll(owner, projectId, { limit: 10 })).flat()).toHaveLength(1);
  });
});

describe('paging', () => {
  test.each([
    { how: 'one after the other', stepMs: MINUTE_MS },
    { how: 'all within one millisecond', stepMs: 0 },
  ])('is complete and without repeats for changes $how', async ({ stepMs }) => {
    const { owner, projectId } = await buildProject(server);
    for (let at = 0; at < 10; at += 1) {
      server.clock.advance(stepMs);
      await owner.call(updateProject, { body: { project_id: projectId, name: `Name ${at}` } });
    }
    const pages = await readAll(owner, projectId, { limit: 3 });
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 2]);
    const ids = pages.flat().map((entry) => entry.id);
    expect(new Set(ids).size).toBe(11);
    const times = pages.flat().map((entry) => entry.at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('ends without an empty page when the last one is full', async () => {
    const { owner, projectId } = await buildProject(server);
    await rename(owner, projectId, 3);
    expect((await readAll(owner, projectId, { limit: 2 })).map((page) => page.length)).toEqual([2, 2]);
  });

  test('shows nothing twice when something happens meanwhile', async () => {
    const { owner, projectId } = await buildProject(server);
    await rename(owner, projectId, 3);
    const query = { project_id: projectId, limit: 2 };
    const first = await owner.call(listAuditLog, { query });
    server.clock.advance(MINUTE_MS);
    await rename(owner, projectId, 2);
    const second = await owner.call(listAuditLog, { query: { ...query, cursor: first.next_cursor! } });
    const ids = [...first.items, ...second.items].map((entry) => entry.id);
    expect(new Set(ids).size).toBe(4);
  });

  test('goes along with the filter', async () => {
    const { owner, projectId } = await buildProject(server);
    await rename(owner, projectId, 3);
    const emails = ['a@example.com', 'b@example.com'];
    await owner.call(inviteMembers, { body: { project_id: projectId, emails, role: 'viewer' } });
    const pages = await readAll(owner, projectId, { limit: 2, action: 'project.updated' });
    expect(pages.map((page) => page.map((entry) => entry.action))).toEqual([
      ['project.updated', 'project.updated'],
      ['project.updated'],
    ]);
  });

  test('never leads into another project', async () => {
    const { owner, projectId } = await buildProject(server);
    const other = await buildProject(server);
    await rename(other.owner, other.projectId, 2);
    const entries = (await readAll(owner, projectId, { limit: 1 })).flat();
    expect(entries).toHaveLength(1);
  });

  test.each([{ limit: 0 }, { limit: 201 }, { limit: 1.5 }, { cursor: 'x' }, { action: 'nonsense' }])(
    'refuses %j',
    async (bad) => {
      const { owner, projectId } = await buildProject(server);
      const query = { project_id: projectId, ...(bad as { limit: number }) };
      await expect(owner.call(listAuditLog, { query })).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );
});
