import { listCampaigns } from '@trailmark/contract/campaign-report';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

/** Installs of an hour ago, so long after their clicks. */
async function plant(campaignId: string, count: number, afterMs: number): Promise<void> {
  const installedAt = later(server.clock.now(), -HOUR_MS);
  const rows = Array.from({ length: count }, () => ({
    project_id: projectId,
    install_id: newId(installedAt),
    platform: 'android',
    country: 'IN',
    kind: 'install',
    first_seen_at: installedAt,
    installed_at: installedAt,
    touched_at: later(installedAt, -afterMs),
    campaign_id: campaignId,
    link_id: NO_ID,
    network: 'META',
    match_type: 'click_id',
    updated_at: installedAt,
  }));
  await server.db.insertInto('installs').values(rows).execute();
}

const lateOf = async (person: TestPerson, project_id: string, sort: 'name' | 'installs') => {
  const { items } = await person.call(listCampaigns, { query: { project_id, sort, order: 'asc' } });
  return new Map(items.map(({ name, late_installs }) => [name, late_installs]));
};

test('a campaign says when its installs come implausibly late, as its rows do', async () => {
  const campaign = (name: string) => buildCampaign(owner, projectId, { name, network: 'META' });
  const [flooded, usual, small] = [
    await campaign('Flooded'),
    await campaign('Usual'),
    await campaign('Small'),
  ];
  await plant(flooded.campaign_id, 55, 10 * MINUTE_MS);
  await plant(flooded.campaign_id, 62, 5 * HOUR_MS);
  await plant(usual.campaign_id, 120, 10 * MINUTE_MS);
  await plant(small.campaign_id, 40, 5 * HOUR_MS);
  await enqueue(server.db, 'find-outliers', { everywhere: true });
  await server.runJobs();

  const { rows } = await sql<{ installs: number; late: number }>`
    select count(*) as installs,
      count(*) filter (where installed_at - touched_at > '2 hours' and installed_at - touched_at <= '24 hours') as late
    from installs where project_id = ${projectId} and campaign_id = ${flooded.campaign_id}`.execute(
    server.db,
  );
  expect(rows).toEqual([{ installs: 117, late: 62 }]);
  // Ranked by the database, and sorted after all rows were read.
  for (const sort of ['name', 'installs'] as const) {
    const late = await lateOf(owner, projectId, sort);
    expect(late.get('Flooded')).toEqual(rows[0]);
    expect([late.get('Usual'), late.get('Small')]).toEqual([null, null]);
  }

  const other = await buildProject(server);
  await buildCampaign(other.owner, other.projectId, { name: 'Flooded', network: 'META' });
  expect((await lateOf(other.owner, other.projectId, 'name')).get('Flooded')).toBeNull();
});
