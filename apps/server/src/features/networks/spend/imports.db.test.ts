import { deleteCampaign } from '@trailmark/contract/campaigns';
import { deleteLink } from '@trailmark/contract/links';
import { listMetaAccounts } from '@trailmark/contract/meta';
import {
  getNetworkDifference,
  listNetworkImports,
  matchNetworkAd,
  startNetworkImport,
  stopNetworkImport,
} from '@trailmark/contract/network-spend';
import { deleteProject } from '@trailmark/contract/projects';
import { META_ACCOUNTS, META_APP } from '@trailmark/sandbox/meta/meta.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/queue.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { findDifferences } from '../../../rollups/recount.ts';
import { lockSpend } from '../../../rollups/spend-deltas.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../../testing/attribution-fixture.ts';
import { buildLink } from '../../../testing/build.ts';
import { connectMetaAccounts } from '../../../testing/connect-meta.ts';
import { startNetworkServer } from '../../../testing/network-server.ts';
import { until } from '../../../testing/until.ts';
import { storeReport } from './store-report.ts';

let networks: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let own: AttributionFixture;
beforeAll(async () => {
  networks = await startNetworkServer(startSandbox);
});
afterAll(() => networks.stop());
beforeEach(async () => {
  networks.forget();
  networks.server.clock.set(new Date('2026-11-16T12:00:00Z'));
  // Accounts of earlier tests have their turn as well.
  await networks.server.db.deleteFrom('network_accounts').execute();
  own = await buildAttributionFixture(networks.server);
});

const [INDIA] = META_ACCOUNTS;
const [ANDROID] = INDIA?.campaigns ?? [];
if (!INDIA || !ANDROID) throw new Error('no account');
const account = { kind: 'META' as const, ad_account_id: INDIA.id };

/** What happens every five minutes, until nothing is left to do. */
async function work(): Promise<void> {
  await enqueue(networks.server.db, 'find-due-imports', {});
  await networks.server.runJobs();
}

async function connect(): Promise<void> {
  await connectMetaAccounts(own, META_APP);
  await work();
}

const setFaults = (...faults: object[]) => networks.sandbox.receivers.get('meta').setFaults(faults);
const importOf = async () =>
  (await own.owner.call(listNetworkImports, { query: { project_id: own.projectId } })).imports.find(
    ({ ad_account_id }) => ad_account_id === INDIA.id,
  );
const start = (days: { from: string; to: string }) =>
  own.owner.call(startNetworkImport, { body: { project_id: own.projectId, ...account, ...days } });
const stop = () => own.owner.call(stopNetworkImport, { query: { project_id: own.projectId, ...account } });
const REFUSED = { answer: 400, reason: '100', only: 'insights' };
const BACKFILL = { from: '2026-09-20', to: '2026-10-01' };

/** Starts an import and gives its end, once the network has been asked. */
async function startSlowly(): Promise<() => Promise<unknown>> {
  setFaults({ slow_ms: 1500, only: 'insights' }, REFUSED);
  await start(BACKFILL);
  const ended = networks.server.runJobs();
  await until(async () => (await importOf())?.next_at === '2026-11-16T12:15:00.000Z');
  return () => ended;
}

describe('while the network answers with an error', () => {
  test('an import that is stopped stays stopped', async () => {
    await connect();
    const ended = await startSlowly();
    await stop();
    await ended();
    expect(await importOf()).toMatchObject({ state: 'stopped', reason: null });
  });

  test('an import that is begun again goes on', async () => {
    await connect();
    const ended = await startSlowly();
    await start({ from: '2026-09-01', to: '2026-09-02' });
    setFaults();
    await ended();
    await networks.server.runJobs();
    expect(await importOf()).toMatchObject({
      state: 'waiting',
      days: { from: '2026-09-01', reached: '2026-09-03' },
    });
  });
});

test('an account that may not be read fails alone, and its login is as it was', async () => {
  await connect();
  networks.server.clock.advance(4 * HOUR_MS);
  setFaults({ answer: 403, reason: '200', only: 'insights', count: 1 });
  await work();
  const { imports } = await own.owner.call(listNetworkImports, { query: { project_id: own.projectId } });
  expect(imports.map(({ state }) => state).sort()).toEqual(['failed', 'waiting']);
  expect(imports.find(({ state }) => state === 'failed')?.reason).toMatch(/^Meta refused: 200/);
  const { logins } = await own.owner.call(listMetaAccounts, { query: { project_id: own.projectId } });
  expect(logins).toMatchObject([{ state: 'active' }]);
});

test('what a person began goes on when they have connected again', async () => {
  await connect();
  await start(BACKFILL);
  await fetch(`${networks.sandbox.httpUrl}/receivers/meta/expire-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await networks.server.runJobs();
  expect(await importOf()).toMatchObject({ state: 'failed', days: { reached: BACKFILL.from } });
  await connect();
  expect(await importOf()).toMatchObject({ state: 'waiting', days: { ...BACKFILL, reached: '2026-10-02' } });
});

test('a project that is deleted is asked for nothing more', async () => {
  await connect();
  const { name } = await networks.server.db
    .selectFrom('projects')
    .select('name')
    .where('project_id', '=', own.projectId)
    .executeTakeFirstOrThrow();
  await own.owner.call(deleteProject, { query: { project_id: own.projectId, confirm_name: name } });
  networks.server.clock.advance(DAY_MS);
  const meta = networks.sandbox.receivers.get('meta');
  const before = meta.received.counts().requests;
  await work();
  expect(meta.received.counts().requests).toBe(before);
});

describe('a campaign that is matched later', () => {
  const spent = async () => {
    const { rows } = await sql<{ days: number; first: string }>`
      select count(distinct local_date)::int as days, min(local_date)::text as first from spend_days
      where project_id = ${own.projectId} and counted`.execute(networks.server.db);
    return rows[0];
  };
  const reported = async () => {
    const { rows } = await sql<{ days: number; first: string }>`
      select count(distinct day)::int as days, min(day)::text as first from network_ad_days
      where project_id = ${own.projectId} and network_campaign_id = ${ANDROID.id}`.execute(
      networks.server.db,
    );
    return rows[0];
  };

  test.each<[string, () => Promise<unknown>]>([
    ['by its name', () => own.campaign({ name: ANDROID.name, network: 'META' })],
    [
      'by its clicks',
      async () => {
        const campaign = await own.campaign({ name: 'Android in India', network: 'META' });
        await own.device().click(campaign.slug, `?campaign_id=${ANDROID.id}`);
        await until(async () => (await own.clickIds(campaign)).length === 1);
      },
    ],
  ])('%s has what it cost on all days', async (_how, match) => {
    await connect();
    await start(BACKFILL);
    await networks.server.runJobs();
    expect(await spent()).toMatchObject({ days: 0 });
    networks.server.clock.advance(4 * HOUR_MS);
    await match();
    // The last three days are asked for.
    await work();
    expect(await spent()).toEqual(await reported());
    expect((await spent())?.first).toBe(BACKFILL.from);
    expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
  });

  test('is of nobody where clicks come to several campaigns, whatever ids they come with', async () => {
    const one = await own.campaign({ name: 'One', network: 'META' });
    const other = await own.campaign({ name: 'Other', network: 'META' });
    await own.device().click(one.slug, `?campaign_id=${ANDROID.id}&adset_id=${ANDROID.adSets[0]?.id}`);
    await own.device().click(other.slug, `?campaign_id=${ANDROID.id}`);
    await until(async () => (await own.clickIds(other)).length === 1);
    await connect();
    const rows = await networks.server.db
      .selectFrom('network_ads')
      .select(['network_ad_set_id', 'network_ad_id', 'campaign_id'])
      .where('project_id', '=', own.projectId)
      .where('campaign_id', 'is not', null)
      .execute();
    expect(rows).toEqual([
      { network_ad_set_id: ANDROID.adSets[0]?.id, network_ad_id: '', campaign_id: one.id },
    ]);
  });

  test('is not ignored as well', async () => {
    const campaign = await own.campaign({ name: 'Android in India', network: 'META' });
    await connect();
    const body = { network_campaign_id: ANDROID.id, campaign_id: campaign.id, ignored: true };
    await expect(
      own.owner.call(matchNetworkAd, { body: { project_id: own.projectId, ...account, ...body } }),
    ).rejects.toMatchObject({ fields: { ignored: expect.any(String) } });
  });
});

test('an ad belongs to nobody when its campaign is deleted, and to no link that is', async () => {
  const { db } = networks.server;
  const campaign = await own.campaign({ name: 'Never spent', network: 'META' });
  const link = await buildLink(own.owner, { projectId: own.projectId, campaignId: campaign.id });
  await connect();
  const matched = () =>
    db
      .selectFrom('network_ads')
      .select(['campaign_id', 'link_id', 'matched_by'])
      .where('project_id', '=', own.projectId)
      .where('network_campaign_id', '=', ANDROID.id)
      .where('network_ad_set_id', '=', '')
      .executeTakeFirst();
  const body = { network_campaign_id: ANDROID.id, campaign_id: campaign.id, link_id: link.link_id };
  // Matched before it costs anything.
  await db.deleteFrom('network_ad_days').where('project_id', '=', own.projectId).execute();
  await own.owner.call(matchNetworkAd, { body: { project_id: own.projectId, ...account, ...body } });
  await own.owner.call(deleteLink, { query: { project_id: own.projectId, link_id: link.link_id } });
  expect(await matched()).toMatchObject({ campaign_id: campaign.id, link_id: null });
  await own.owner.call(deleteCampaign, { query: { project_id: own.projectId, campaign_id: campaign.id } });
  expect(await matched()).toEqual({ campaign_id: null, link_id: null, matched_by: null });
});

test('a day counts as asked for when every connected account was asked for it', async () => {
  await connect();
  const day = '2026-11-15';
  const pulledAt = async () => {
    const query = { project_id: own.projectId, kind: 'META' as const, from: day, to: day };
    return (await own.owner.call(getNetworkDifference, { query })).pulled_at;
  };
  expect(await pulledAt()).toBe('2026-11-16T12:00:00.000Z');
  // One that was disconnected since was asked, and one that is connected was not.
  await networks.server.db
    .updateTable('network_import_days')
    .set({ ad_account_id: 'disconnected' })
    .where('project_id', '=', own.projectId)
    .where('ad_account_id', '=', INDIA.id)
    .execute();
  expect(await pulledAt()).toBeNull();
});

test('days that were not asked for are not stored, and a row that comes twice counts once', async () => {
  const { db, clock } = networks.server;
  const campaign = await own.campaign({ name: 'C', network: 'META' });
  const row = (day: string) => ({
    day,
    campaign: { id: '1', name: 'C' },
    adSet: { id: '2', name: 'S' },
    ad: { id: '3', name: 'A' },
    currency: null,
    spend: '10',
    impressions: 1,
    clicks: 1,
    installs: '0',
  });
  await db.transaction().execute(async (tx) => {
    await lockSpend(tx, own.projectId);
    const key = { projectId: own.projectId, kind: 'META' as const, adAccountId: INDIA.id };
    const rows = [row('2026-11-09'), row('2026-11-10'), row('2026-11-10'), row('2026-11-12')];
    await storeReport(tx, clock.now(), key, { from: '2026-11-10', to: '2026-11-11', rows, currency: 'INR' });
  });
  const days = await db
    .selectFrom('spend_days')
    .select([sql<string>`local_date::text`.as('day'), sql<string>`trim_scale(amount)::text`.as('amount')])
    .where('campaign_id', '=', campaign.id)
    .execute();
  expect(days).toEqual([{ day: '2026-11-10', amount: '10' }]);
  const stored = await db
    .selectFrom('network_ad_days')
    .select('day')
    .where('project_id', '=', own.projectId)
    .execute();
  expect(stored).toHaveLength(1);
});
