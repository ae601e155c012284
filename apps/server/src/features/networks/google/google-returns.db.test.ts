import { updateProject } from '@trailmark/contract/projects';
import {
  GOOGLE_ACCOUNTS,
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import { buildGoogleClaims, type GoogleClaims } from '../../../testing/google-claims.ts';
import { buildGoogleSessions, type GoogleSessions } from '../../../testing/google-sessions.ts';
import { startNetworkDeliveries } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const [INSTALLS, , ENGAGEMENT] = GOOGLE_ACCOUNTS[0]?.campaigns ?? [];

let network: Awaited<ReturnType<typeof startNetworkDeliveries<Sandbox>>>;
let server: TestServer;
let fixture: DeliveryFixture;
let claims: GoogleClaims;
let sessions: GoogleSessions;
beforeAll(async () => {
  network = await startNetworkDeliveries(startSandbox);
  ({ server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  fixture = await network.buildFixture();
  claims = await buildGoogleClaims(fixture, network.sandbox, {
    client: GOOGLE_CLIENT,
    dev_token: GOOGLE_DEV_TOKEN,
    linkId: GOOGLE_LINKS[0]?.linkId ?? '',
    campaignId: ENGAGEMENT?.id ?? '',
  });
  sessions = await buildGoogleSessions(server, fixture, claims);
});
// Whatever a test did: rollups are what raw rows add up to, and receipts decide the same again.
afterEach(async () => expect(await sessions.settle()).toEqual([]));

const yes = { ad_event_id: expect.stringMatching(/^Q2owS/), attributed: '1' };
const no = { ...yes, attributed: '0' };
const INSTALL = ['install', 'first_open', 'organic', 'ORGANIC'];
const BY_AD = ['reattribution', 'claim', 'google_ads', 'GOOGLE'];
const allowOldClicks = () =>
  fixture.owner.call(updateProject, {
    body: { project_id: fixture.projectId, windows: { click_hours: 720 } },
  });

describe('a session that Google claims', () => {
  test('after silence is a return: what follows is credited to Google', async () => {
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.open(phone);
    server.clock.advance(2000);
    await sessions.openByAd(phone);
    const at = server.clock.now();
    server.clock.advance(HOUR_MS);
    await phone.event('buy');
    await sessions.sendSession();
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect(in_force_from).toEqual(at);
    expect(receipt).toMatchObject({
      conversion: { kind: 'session', before: { network: 'ORGANIC', campaignId: null } },
      decision: { candidates: [{ outcome: 'won', ageSeconds: 5 }] },
    });
    expect(await sessions.creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'ORGANIC'],
        ['$open', 'ORGANIC'],
        ['app_opened', 'GOOGLE'],
      ],
      ['buy', 'GOOGLE'],
    ]);
    await claims.sendUntil('cross_network', 1);
    expect(claims.answered()).toMatchObject([yes]);
    const { installs } = await sessions.personOf(phone);
    expect(installs[0]?.decisions[0]?.sentence).toBe(
      'Came back after 10 days of silence by an ad of GOOGLE, which is credited from then on: ' +
        'Google says that its ad led to this open, 5 s before the open.',
    );
  });

  test('is one call to Google, whatever returns are mapped to, and others are sent the return', async () => {
    await claims.addMap('reattribution', 'session_start', { value: { from: 'none' } });
    await fixture.connect('mixpanel');
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone);
    await sessions.sendSession();
    await claims.sendUntil('cross_network', 1);
    await server.runJobs();
    await fixture.send();
    expect(claims.calls('app_conversion')).toHaveLength(2);
    const returns = await fixture.deliveries({ event: 'reattribution' });
    expect(returns.map((one) => [one.connection_kind, one.state, one.reason]).sort()).toEqual([
      ['GOOGLE', 'skipped', expect.stringContaining('Google was sent this session before')],
      ['mixpanel', 'delivered', null],
    ]);
    // The address of the device is still known, so that the next session is sent.
    server.clock.advance(DAY_MS);
    await phone.event('app_opened');
    await claims.sendUntil('app_conversion', 3);
  });

  test('sooner than that changes nothing', async () => {
    const phone = await sessions.silentPhone(3 * DAY_MS);
    await sessions.openByAd(phone);
    await sessions.sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await sessions.inShort(phone)).toEqual([INSTALL]);
    expect(claims.answered()).toMatchObject([no]);
  });

  test('by an ad from before the install, or outside the window, changes nothing', async () => {
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone, (8 * DAY_MS) / 1000);
    await sessions.sendSession();
    server.clock.advance(10 * DAY_MS);
    await allowOldClicks();
    await sessions.openByAd(phone, (21 * DAY_MS) / 1000);
    await sessions.sendSession(3);
    expect(await sessions.inShort(phone)).toEqual([INSTALL]);
  });

  test('by the ad that is credited already is none; by another of the same campaign it is a re-engagement', async () => {
    await allowOldClicks();
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone);
    await sessions.sendSession();
    server.clock.advance(10 * DAY_MS);
    await phone.event('app_opened');
    await sessions.sendSession(3);
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD]);
    server.clock.advance(10 * DAY_MS);
    await sessions.openByAd(phone);
    await sessions.sendSession(4);
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD, ['reengagement', ...BY_AD.slice(1)]]);
  });

  test('twice is one return', async () => {
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone);
    server.clock.advance(MINUTE_MS / 3);
    await phone.event('app_opened');
    await sessions.sendSession(3);
    await sql`update network_claims set applied_at = null`.execute(server.db);
    const project_id = fixture.projectId;
    await enqueue(server.db, 'apply-claims', { project_id }, { key: `apply-claims:${project_id}` });
    await server.runJobs();
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD]);
  });

  test('by two accounts is one return, by the later ad', async () => {
    const other = await claims.linkOther();
    await claims.addMap('app_opened', 'session_start', { ad_network_id: other, value: { from: 'none' } });
    const phone = await sessions.silentPhone(10 * DAY_MS);
    network.sandbox.receivers
      .get('google-ads')
      .setFaults([{ answer: 503, only: 'app_conversion', count: 1 }]);
    await claims.claim(phone, { timestamp: sessions.secondsAgo(60), campaign_id: INSTALLS?.id });
    await phone.event('app_opened');
    const at = server.clock.now();
    await sessions.sendSession();
    await claims.claim(phone, { timestamp: sessions.secondsAgo(5) });
    server.clock.advance(HOUR_MS);
    await sessions.sendSession(3);
    await claims.sendUntil('cross_network', 3);
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect([in_force_from, receipt.decision.candidates.map(({ ageSeconds }) => ageSeconds)]).toEqual([
      at,
      [5, 60],
    ]);
    expect(claims.answered().slice(1)).toContainEqual(expect.objectContaining(no));
  });
});
