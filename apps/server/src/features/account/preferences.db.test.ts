import {
  getCampaignTableColumns,
  getDashboardPreference,
  putCampaignTableColumns,
  putDashboardPreference,
} from '@trailmark/contract/preferences';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Preference = Parameters<typeof put>[2];
const get = async (by: TestPerson, projectId: string) =>
  (await by.call(getDashboardPreference, { query: { project_id: projectId } })).preference;
const put = (by: TestPerson, projectId: string, preference: Record<string, unknown>) =>
  by.call(putDashboardPreference, {
    body: { project_id: projectId, preference: preference as Record<string, string> },
  });
const getColumns = async (by: TestPerson, projectId: string) =>
  (await by.call(getCampaignTableColumns, { query: { project_id: projectId } })).columns;
const putColumns = (by: TestPerson, projectId: string, columns: string[]) =>
  by.call(putCampaignTableColumns, { body: { project_id: projectId, columns } });

describe('preferences', () => {
  test('are empty at first and afterwards what was put last', async () => {
    const { owner, projectId } = await buildProject(server);
    expect(await get(owner, projectId)).toEqual({});
    expect(await getColumns(owner, projectId)).toEqual([]);
    await put(owner, projectId, { range: '7d', nested: { list: [1, null, true, 'ü'] } });
    await put(owner, projectId, { range: '30d' });
    expect(await get(owner, projectId)).toEqual({ range: '30d' });
  });

  test('belong to one person in one project', async () => {
    const { owner, projectId } = await buildProject(server);
    const { projectId: other } = await buildProject(server, { owner });
    const guest = await buildMember(server, projectId, 'guest');
    await put(owner, projectId, { mine: true });
    await putColumns(owner, projectId, ['clicks']);
    await put(guest, projectId, { guests: true });
    expect(await get(owner, projectId)).toEqual({ mine: true });
    expect(await get(guest, projectId)).toEqual({ guests: true });
    expect(await getColumns(guest, projectId)).toEqual([]);
    expect(await get(owner, other)).toEqual({});
    expect(await getColumns(owner, other)).toEqual([]);
  });

  test('and columns do not disturb each other', async () => {
    const { owner, projectId } = await buildProject(server);
    await putColumns(owner, projectId, ['installs', 'clicks']);
    await put(owner, projectId, { a: 1 });
    await putColumns(owner, projectId, ['clicks', 'installs']);
    expect(await get(owner, projectId)).toEqual({ a: 1 });
    expect(await getColumns(owner, projectId)).toEqual(['clicks', 'installs']);
  });

  test.each<[string, Preference]>([
    ['more than 16 kB', { text: 'x'.repeat(17_000) }],
    ['a name of more than 100 characters', { ['x'.repeat(101)]: 1 }],
    ['a NUL, which PostgreSQL cannot hold', { text: 'a\0b' }],
    ['a NUL in a name', { 'a\0b': 1 }],
    ['half a surrogate pair', { text: ['\ud800'] }],
  ])('refuse %s', async (_, preference) => {
    const { owner, projectId } = await buildProject(server);
    await expect(put(owner, projectId, preference)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  test('refuse what is nested beyond all use, instead of falling over it', async () => {
    const { owner, projectId } = await buildProject(server);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const response = await fetch(`${server.url}/api/project/dashboard-preference`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: `{"project_id":"${projectId}","preference":{"a":${deep}}}`,
    });
    expect(response.status).toBe(400);
  });

  test.each([
    ['a name twice', ['clicks', 'clicks']],
    ['a strange name', ['<script>']],
    ['an empty name', ['']],
    ['more than 100', Array.from({ length: 101 }, (_, at) => `event:${at}`)],
  ])('refuse %s among the columns', async (_, columns) => {
    const { owner, projectId } = await buildProject(server);
    await expect(putColumns(owner, projectId, columns)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
