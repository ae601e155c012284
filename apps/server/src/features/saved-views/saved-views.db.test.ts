import { readFileSync } from 'node:fs';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { removeMember } from '@trailmark/contract/members';
import { createView, deleteView, listViews, MAX_VIEWS, updateView } from '@trailmark/contract/saved-views';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const STATE = {
  screen: '/campaigns',
  query: { tag: 'festive', range: 'last_7' },
  columns: ['clicks'],
} as const;

const save = (
  by: TestPerson,
  project_id: string,
  given: { name?: string; shared?: boolean; query?: object } = {},
) =>
  by.call(createView, {
    body: { project_id, name: 'Festive', ...STATE, columns: [...STATE.columns], ...given } as never,
  });
const namesFor = async (by: TestPerson, project_id: string) =>
  (await by.call(listViews, { query: { project_id } })).views.map(({ name }) => name);

describe('a view', () => {
  test('is its owner’s until it is shared, and everybody’s then', async () => {
    const { owner, projectId } = await buildProject(server);
    const member = await buildMember(server, projectId, 'member');
    const viewer = await buildMember(server, projectId, 'viewer');
    const mine = await save(member, projectId);
    expect(mine).toMatchObject({ ...STATE, name: 'Festive', shared: false, may_change: true });
    expect(await namesFor(owner, projectId)).toEqual([]);
    const ids = { project_id: projectId, view_id: mine.view_id };
    await expect(owner.call(updateView, { body: { ...ids, name: 'Mine' } })).rejects.toMatchObject({
      status: 404,
    });
    await member.call(updateView, { body: { ...ids, shared: true } });
    const [seen] = (await viewer.call(listViews, { query: { project_id: projectId } })).views;
    expect(seen).toMatchObject({ name: 'Festive', may_change: false, owner: { user_id: member.userId } });
    await expect(viewer.call(deleteView, { query: ids })).rejects.toMatchObject({ code: 'forbidden' });
    // An owner or admin keeps shared views in order.
    const renamed = await owner.call(updateView, {
      body: { ...ids, name: 'Diwali', query: { q: 'x' }, columns: null },
    });
    expect(renamed).toMatchObject({ name: 'Diwali', query: { q: 'x' }, columns: null, shared: true });
    await owner.call(deleteView, { query: ids });
    expect(await namesFor(member, projectId)).toEqual([]);
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    expect(
      items
        .map(({ action }) => action)
        .filter((action) => action.startsWith('view.'))
        .sort(),
    ).toEqual(['view.changed', 'view.deleted', 'view.shared']);
  });

  test('is saved by everybody, shared by those who edit campaigns', async () => {
    const { projectId } = await buildProject(server);
    for (const role of ['viewer', 'guest'] as const) {
      const person = await buildMember(server, projectId, role);
      const { view_id } = await save(person, projectId);
      await expect(save(person, projectId, { name: 'B', shared: true })).rejects.toMatchObject({
        code: 'forbidden',
      });
      const body = { project_id: projectId, view_id, shared: true };
      await expect(person.call(updateView, { body })).rejects.toMatchObject({ code: 'forbidden' });
      expect(await namesFor(person, projectId)).toEqual(['Festive']);
    }
  });

  test('that names a campaign is not there for a guest who does not see that campaign', async () => {
    const { owner, projectId } = await buildProject(server);
    const guest = await buildMember(server, projectId, 'guest');
    const [own, hidden] = [await buildCampaign(owner, projectId), await buildCampaign(owner, projectId)];
    await server.db
      .insertInto('campaign_members')
      .values({
        project_id: projectId,
        campaign_id: own.campaign_id,
        email: guest.email,
        access: 'see',
        shared_at: server.clock.now(),
      })
      .execute();
    await save(owner, projectId, { name: 'All', shared: true, query: {} });
    await save(owner, projectId, { name: 'Own', shared: true, query: { campaign: own.campaign_id } });
    const { view_id } = await save(owner, projectId, {
      name: 'Hidden',
      shared: true,
      query: { campaign: `${own.campaign_id},${hidden.campaign_id.toUpperCase()}` },
    });
    expect(await namesFor(guest, projectId)).toEqual(['All', 'Own']);
    const body = { project_id: projectId, view_id, name: 'Found' };
    await expect(guest.call(updateView, { body })).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['name', { name: ' ' }],
    ['query', { query: { p_id: 'x' } }],
    ['query', { query: { 'Bad name': 'x' } }],
    ['query', { query: { q: { deep: true } } }],
    [
      'query',
      {
        query: Object.fromEntries(
          Array.from({ length: 6 }, (_, n) => [`q${'x'.repeat(n)}`, 'y'.repeat(2000)]),
        ),
      },
    ],
    ['screen', { screen: '/settings/general' }],
    ['columns', { columns: ['no such metric'] }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const { owner, projectId } = await buildProject(server);
    const refused = await save(owner, projectId, wrong as never).catch((error: unknown) => error);
    const { fields } = refused as { fields: Record<string, string> };
    expect(Object.keys(fields).map((name) => name.split('.')[0])).toContain(field);
  });

  test('has a name of its own among its owner’s, whatever its case', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    const { view_id } = await save(owner, projectId, { name: 'Diwali' });
    await save(owner, projectId);
    await save(admin, projectId);
    await expect(save(owner, projectId, { name: 'FESTIVE' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { name: expect.any(String) },
    });
    const body = { project_id: projectId, view_id, name: 'festive' };
    await expect(owner.call(updateView, { body })).rejects.toMatchObject({ code: 'conflict' });
  });

  test(`is one of at most ${MAX_VIEWS} of a person`, async () => {
    const { owner, projectId } = await buildProject(server);
    const now = server.clock.now();
    const times = { created_at: now, updated_at: now };
    const rows = Array.from({ length: MAX_VIEWS - 1 }, (_, n) => ({
      project_id: projectId,
      view_id: newId(now),
      owner_id: owner.userId,
      name: `View ${n}`,
      screen: '/overview',
      query: '{}',
      shared: false,
      ...times,
    }));
    await server.db.insertInto('saved_views').values(rows).execute();
    const both = await Promise.allSettled([
      save(owner, projectId, { name: 'One' }),
      save(owner, projectId, { name: 'Two' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('goes with who leaves, unless it is shared', async () => {
    const { owner, projectId } = await buildProject(server);
    const member = await buildMember(server, projectId, 'member');
    await save(member, projectId);
    await save(member, projectId, { name: 'Ours', shared: true });
    await owner.call(removeMember, { query: { project_id: projectId, user_id: member.userId } });
    const [left, ...others] = (await owner.call(listViews, { query: { project_id: projectId } })).views;
    expect(left).toMatchObject({ name: 'Ours', may_change: true, owner: { name: null } });
    expect(others).toEqual([]);
    const rows = await server.db
      .selectFrom('saved_views')
      .select('name')
      .where('project_id', '=', projectId)
      .execute();
    expect(rows).toEqual([{ name: 'Ours' }]);
  });
});

test('views that were among a person’s settings are views now', async () => {
  const { owner, projectId } = await buildProject(server);
  const old = { id: 'a', name: ' Festive ', query: { tag: 'x', p_id: {} }, columns: ['clicks', 1] };
  const preference = {
    theme: 'dark',
    campaign_views: [old, { ...old, name: 'FESTIVE' }, null, 'x', { id: 1 }],
  };
  await server.db
    .insertInto('dashboard_preferences')
    .values({
      project_id: projectId,
      user_id: owner.userId,
      preference: JSON.stringify(preference),
      updated_at: server.clock.now(),
    })
    .execute();
  const file = new URL('../../db/migrations/0063_saved_views.sql', import.meta.url);
  const moving = readFileSync(file, 'utf8').split('-- Views of the campaign table')[1] ?? '';
  const statements = moving
    .slice(moving.indexOf('insert'))
    .split(/;\n/)
    .filter((one) => one.trim());
  for (const statement of statements) await sql.raw(statement).execute(server.db);
  const { views } = await owner.call(listViews, { query: { project_id: projectId } });
  expect(views).toMatchObject([{ name: 'Festive', screen: '/campaigns', query: {}, columns: ['clicks'] }]);
  const row = await server.db
    .selectFrom('dashboard_preferences')
    .select('preference')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(row.preference).toEqual({ theme: 'dark' });
});
