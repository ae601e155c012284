import { listAuditLog } from '@trailmark/contract/audit-log';
import { changeCampaigns } from '@trailmark/contract/campaign-report';
import { getCampaign } from '@trailmark/contract/campaigns';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let ids: string[];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
  ids = [];
  for (const name of ['One', 'Two', 'Three']) {
    ids.push((await buildCampaign(owner, projectId, { name, network: 'META' })).campaign_id);
  }
});

type Action = 'pause' | 'resume' | 'archive' | 'restore' | 'tag' | 'untag';
const change = (action: Action, campaign_ids: string[], tag?: string, by = owner) =>
  by.call(changeCampaigns, { body: { project_id: projectId, campaign_ids, action, tag } });
const read = (campaign_id: string | undefined) =>
  owner.call(getCampaign, { query: { project_id: projectId, campaign_id: campaign_id ?? '' } });

describe('many campaigns at once', () => {
  test('are paused and resumed, and only those that were not so count', async () => {
    expect(await change('pause', ids.slice(0, 2))).toEqual({ changed: 2 });
    expect(await change('pause', ids)).toEqual({ changed: 1 });
    expect((await read(ids[0])).active).toBe(false);
    expect(await change('resume', [...ids, ...ids])).toEqual({ changed: 3 });
    expect((await read(ids[2])).active).toBe(true);
  });

  test('are archived and brought back', async () => {
    expect(await change('archive', ids)).toEqual({ changed: 3 });
    expect((await read(ids[1])).archived_at).not.toBeNull();
    expect(await change('restore', ids)).toEqual({ changed: 3 });
    expect((await read(ids[1])).archived_at).toBeNull();
  });

  test('get a tag, once whatever its case, and lose it', async () => {
    expect(await change('tag', ids, 'Diwali')).toEqual({ changed: 3 });
    expect(await change('tag', ids, 'diwali')).toEqual({ changed: 0 });
    expect((await read(ids[0])).tags).toEqual(['Diwali']);
    expect(await change('untag', ids, 'DIWALI')).toEqual({ changed: 3 });
    expect((await read(ids[0])).tags).toEqual([]);
  });

  test('change all or not at all', async () => {
    const elsewhere = await buildProject(server);
    const foreign = await buildCampaign(elsewhere.owner, elsewhere.projectId, { name: 'F', network: 'META' });
    await expect(change('pause', [...ids, foreign.campaign_id])).rejects.toMatchObject({ status: 404 });
    expect((await read(ids[0])).active).toBe(true);
  });

  test('are each noted in the log', async () => {
    await change('pause', ids);
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const noted = items.filter((item) => item.action === 'campaign.updated').map((item) => item.target);
    expect(noted.sort()).toEqual(['One', 'Three', 'Two']);
  });

  test.each([
    ['no campaign', 'pause', []],
    ['no tag', 'tag', undefined],
  ] as const)('are refused with %s', async (_, action, named) => {
    await expect(change(action, named ? [...named] : ids)).rejects.toMatchObject({ status: 400 });
  });

  test('are not for viewers', async () => {
    const viewer = await buildMember(server, projectId, 'viewer');
    await expect(change('pause', ids, undefined, viewer)).rejects.toMatchObject({ status: 403 });
  });
});
