import { randomBytes } from 'node:crypto';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { attributed } from '@trailmark/sandbox/apple/adservices';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import {
  holdSeconds,
  installRow,
  newAppleToken,
  openWithToken,
  runJobsNow,
  waitingJobs,
} from '../../testing/apple-claims.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { unsoundBooks } from '../../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let sandbox: Sandbox;
let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({ env: { ADSERVICES_URL: sandbox.adServicesUrl } });
  // Apple devices are matched by address only when Private Relay can be recognised.
  const load = { kind: 'private_relay', ranges: 0, loaded_at: server.clock.now() };
  await server.db.insertInto('ip_range_loads').values(load).execute();
  await server.ips.refresh();
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
});
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  sandbox.adServices.clear();
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
  fixture = await buildAttributionFixture(server);
});

const iphone = () => fixture.device({ platform: 'IOS' });

/** On a busy machine a new link is found, and a click stored, a little later than the visitor is answered. */
async function clickAndWait(phone: TestDevice, campaign: FixtureCampaign, query = ''): Promise<void> {
  await until(async () => (await phone.click(campaign.slug, query)).status < 500);
  await until(async () => (await fixture.clickIds(campaign)).length === 1);
  server.clock.advance(MINUTE_MS);
}

const touchUses = async () =>
  (
    await server.db
      .selectFrom('touch_uses')
      .select('touch_id')
      .where('project_id', '=', fixture.projectId)
      .execute()
  ).map((row) => row.touch_id);

const inShort = async (phone: TestDevice) =>
  (await fixture.decisions(phone)).map((one) => [one.because, one.kind, one.match_type, one.network]);

/** What was counted is what the rows say, and the receipts say what was decided. */
async function expectSound(): Promise<void> {
  expect(await unsoundBooks(server, fixture.projectId)).toEqual([]);
}

async function installsByNetwork(): Promise<Record<string, number>> {
  const { rows } = await sql<{ network: string; count: number }>`
    select network, sum(count)::bigint as count from rollup_deltas
    where project_id = ${fixture.projectId} and metric = 'installs' group by network having sum(count) <> 0`.execute(
    server.db,
  );
  return Object.fromEntries(rows.map((row) => [row.network, row.count]));
}

/** What an install does before and after Apple answers. */
async function useApp(phone: TestDevice): Promise<void> {
  server.clock.advance(MINUTE_MS);
  await phone.event('add_to_cart', { event_id: randomBytes(8).toString('hex') });
  await phone.call('capture-payment', { user_id: 'u1', amount: 99.5, payment_id: phone.installId });
}

describe("Apple's claim", () => {
  test('takes an organic install with everything it did', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed());
    const first = await openWithToken(phone, token);
    expect(first.json.data.attribution_source).toBe('ORGANIC');
    expect(await holdSeconds(server, phone)).toBe(60);
    await useApp(phone);
    await expectSound();
    await server.runJobs();

    expect(await inShort(phone)).toEqual([
      ['first_open', 'install', 'organic', 'ORGANIC'],
      ['claim', 'install', 'adservices', 'APPLE'],
    ]);
    expect(await installRow(server, phone)).toMatchObject({
      revision: 2,
      network: 'APPLE',
      campaign_id: NO_ID,
    });
    expect(await holdSeconds(server, phone)).toBeNull();
    expect(await installsByNetwork()).toEqual({ APPLE: 1 });
    await expectSound();
    await useApp(phone);
    await expectSound();
    const answer = await phone.call('attribution-data');
    expect(answer.json.data).toMatchObject({ attribution_source: 'APPLE', match_type: 'adservices' });
    expect(sandbox.adServices.requests()).toMatchObject([{ token, status: 200 }]);
    expect(sandbox.adServices.violations()).toEqual([]);
  });

  test('beats a click by similarity, which is free again', async () => {
    const campaign = await fixture.campaign({ owned_media: true });
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed({ clickDate: '2026-03-08T17:17Z' }));
    await clickAndWait(phone, campaign);
    await openWithToken(phone, token);
    await useApp(phone);
    const clicks = await fixture.clickIds(campaign);
    expect(await touchUses()).toEqual(clicks);
    await expectSound();
    await server.runJobs();

    expect(await inShort(phone)).toEqual([
      ['first_open', 'install', 'probabilistic', 'META'],
      ['claim', 'install', 'adservices', 'APPLE'],
    ]);
    expect((await fixture.decision(phone)).touched_at?.toISOString()).toBe('2026-03-08T17:17:00.000Z');
    expect(await installsByNetwork()).toEqual({ APPLE: 1 });
    await expectSound();

    expect(await touchUses()).toEqual([]);
    const other = fixture.device({ platform: 'IOS', ip: phone.ip });
    await other.init();
    expect((await fixture.decision(other)).touch_id).toBe(clicks[0]);
    await expectSound();
  });

  test('loses to a click of the device itself, and the receipt says so', async () => {
    const campaign = await fixture.campaign();
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed());
    await clickAndWait(phone, campaign, `?idfa=${phone.advertisingId}`);
    await openWithToken(phone, token);
    await useApp(phone);
    await server.runJobs();

    expect(await inShort(phone)).toEqual([
      ['first_open', 'install', 'device_id', 'META'],
      ['claim', 'install', 'device_id', 'META'],
    ]);
    const { receipt } = await fixture.decision(phone);
    expect(receipt.decision.candidates.map((one) => [one.matchType, one.outcome])).toEqual([
      ['device_id', 'won'],
      ['adservices', 'weaker_class'],
    ]);
    expect(receipt.touches.at(-1)).toMatchObject({ network: 'APPLE', claim: { campaignId: '542370539' } });
    expect(await touchUses()).toEqual(await fixture.clickIds(campaign));
    expect(await installsByNetwork()).toEqual({ META: 1 });
    expect(await holdSeconds(server, phone)).toBeNull();
    await expectSound();
  });

  test.each([
    ['before', ['first_open', 'deep_link', 'claim'], ['organic', 'deep_link', 'deep_link']],
    ['after', ['first_open', 'claim', 'deep_link'], ['organic', 'adservices', 'deep_link']],
  ])('loses to a link that is reported %s it', async (when, because, matches) => {
    const campaign = await fixture.campaign();
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed());
    await openWithToken(phone, token);
    await useApp(phone);
    if (when === 'after') await server.runJobs();
    const link = `${server.url}/l/${campaign.slug}`;
    expect((await phone.deeplink(link)).json.data.attribution.match_type).toBe('deep_link');
    await expectSound();
    await server.runJobs();
    const decisions = await fixture.decisions(phone);
    expect(decisions.map((one) => one.because)).toEqual(because);
    expect(decisions.map((one) => one.match_type)).toEqual(matches);
    expect(await installsByNetwork()).toEqual({ META: 1 });
    await expectSound();
  });

  test('that is only a view loses to a click by similarity', async () => {
    const campaign = await fixture.campaign({ owned_media: true });
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed({ claimType: 'Impression' }));
    await clickAndWait(phone, campaign);
    await openWithToken(phone, token);
    await server.runJobs();
    expect((await fixture.decision(phone)).match_type).toBe('probabilistic');
    await expectSound();
  });

  test('leaves a later return with the campaign that is credited for it', async () => {
    fixture = await buildAttributionFixture(server, { windows: { inactivity_days: 0 } });
    const campaign = await fixture.campaign();
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 500 }, attributed());
    await openWithToken(phone, token);
    await useApp(phone);
    await server.runJobs();
    // Apple's trouble lasts, and in the meantime somebody is brought back.
    server.clock.advance(20 * HOUR_MS);
    const flag = { project_id: fixture.projectId, campaign_id: campaign.id, reason: 'distribution_outlier' };
    await server.db
      .insertInto('source_flags')
      .values({ ...flag, measured: '{}', flagged_at: server.clock.now() })
      .execute();
    const click = await phone.clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await phone.deeplink(`https://kite.example/offer?tm_click=${click}`);
    await useApp(phone);
    const shown = await installRow(server, phone);
    await runJobsNow(server);

    expect((await inShort(phone)).map(([because, kind, , network]) => [because, kind, network])).toEqual([
      ['first_open', 'install', 'ORGANIC'],
      ['deep_link', 'reattribution', 'META'],
      ['claim', 'install', 'APPLE'],
    ]);
    expect(shown.verdict).toBe('tag');
    const { match_type, touched_at, verdict, network, campaign_id, credited_from } = shown;
    expect(await installRow(server, phone)).toMatchObject({
      match_type,
      touched_at,
      verdict,
      network,
      campaign_id,
      credited_from,
      revision: 3,
    });
    await useApp(phone);
    const events = await server.db
      .selectFrom('events')
      .select('network')
      .where('project_id', '=', fixture.projectId)
      .where('kind', '=', 'event')
      .orderBy('occurred_at')
      .execute();
    expect(events.map((row) => row.network)).toEqual(['APPLE', 'META', 'META']);
    await expectSound();
  });

  test('of a reinstall differs from what was inherited', async () => {
    const campaign = await fixture.campaign();
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed({ conversionType: 'Redownload' }));
    await clickAndWait(phone, campaign, `?idfa=${phone.advertisingId}`);
    await phone.init();
    server.clock.advance(3 * DAY_MS);
    const again = phone.reinstalled();
    await openWithToken(again, token);
    await server.runJobs();
    expect((await inShort(again)).map(([, kind, match, network]) => [kind, match, network])).toEqual([
      ['reinstall', 'inherited', 'META'],
      ['reinstall', 'adservices', 'APPLE'],
    ]);
    await expectSound();
  });

  test('is kept with its own time, as Apple said it', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed({ clickDate: '2026-03-09T08:15Z' }));
    await openWithToken(phone, token);
    await server.runJobs();
    const claims = await server.db
      .selectFrom('network_claims')
      .selectAll()
      .where('project_id', '=', fixture.projectId)
      .execute();
    expect(claims).toEqual([
      {
        project_id: fixture.projectId,
        install_id: phone.installId,
        network: 'APPLE',
        kind: 'click',
        claimed_at: new Date('2026-03-09T08:15:00Z'),
        received_at: server.clock.now(),
        applied_at: server.clock.now(),
        about: 'install',
        occurred_at: null,
        campaign_id: '542370539',
        campaign_name: null,
        ad_set_name: null,
        ad_network_id: NO_ID,
        credited: null,
        answer_id: null,
        ad_set_id: expect.any(String),
        ad_id: expect.toSatisfy((id) => id === null || typeof id === 'string'),
        answer: expect.objectContaining({ campaignId: expect.any(String), at: '2026-03-09T08:15:00.000Z' }),
      },
    ]);
  });

  test('of an install that is gone is nothing', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed());
    await openWithToken(phone, token);
    await server.db.deleteFrom('installs').where('install_id', '=', phone.installId).execute();
    await server.runJobs();
    expect(sandbox.adServices.requests()).toHaveLength(1);
    expect(await waitingJobs(server)).toEqual([]);
    const { rows } = await sql`select from network_claims where project_id = ${fixture.projectId}
      union all select from installs where project_id = ${fixture.projectId}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test('is one, however often it is sent', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed());
    await openWithToken(phone, token);
    const [job] = await waitingJobs(server);
    for (let count = 0; count < 2; count += 1) {
      await sql`select graphile_worker.add_job('ask-adservices', ${JSON.stringify(job?.payload)}::json)`.execute(
        server.db,
      );
    }
    await server.runJobs();
    expect(sandbox.adServices.requests()).toHaveLength(3);
    expect(await fixture.decisions(phone)).toHaveLength(2);
    await expectSound();
  });
});
