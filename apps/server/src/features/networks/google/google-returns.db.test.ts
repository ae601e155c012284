import { getPerson } from '@trailmark/contract/people';
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
import { buildDeliveryFixture, type DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import type { TestDevice } from '../../../testing/device.ts';
import { buildGoogleClaims, type GoogleClaims, sendRest } from '../../../testing/google-claims.ts';
import { startNetworkServer } from '../../../testing/network-server.ts';
import { startReceiver, type TestReceiver } from '../../../testing/receiver.ts';
import { unsoundBooks } from '../../../testing/sound-books.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const [INSTALLS, , ENGAGEMENT] = GOOGLE_ACCOUNTS[0]?.campaigns ?? [];
const LINK = GOOGLE_LINKS[0]?.linkId ?? '';

let network: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let receiver: TestReceiver;
let server: TestServer;
let fixture: DeliveryFixture;
let claims: GoogleClaims;
beforeAll(async () => {
  [network, receiver] = [await startNetworkServer(startSandbox), await startReceiver()];
  ({ server } = network);
});
afterAll(async () => {
  await network.stop();
  await receiver.stop();
});
beforeEach(async () => {
  network.forget();
  fixture = await buildDeliveryFixture(server, receiver);
  claims = await buildGoogleClaims(fixture, network.sandbox, {
    ...{ client: GOOGLE_CLIENT, dev_token: GOOGLE_DEV_TOKEN, linkId: LINK },
    campaignId: ENGAGEMENT?.id ?? '',
  });
  await claims.addMap('app_opened', 'session_start', { value: { from: 'none' } });
});
// Whatever a test did: rollups are what raw rows add up to, and receipts decide the same again.
afterEach(async () => {
  await sendRest(server, fixture);
  expect(await unsoundBooks(server, fixture.projectId)).toEqual([]);
});

const yes = { ad_event_id: expect.stringMatching(/^Q2owS/), attributed: '1' };
const no = { ...yes, attributed: '0' };
const secondsAgo = (seconds: number) => server.clock.now().getTime() / 1000 - seconds;
const link = (token: string) => `https://kite.example/offer?tm_click=${token}`;

/** An install that nobody is credited with, and that was silent since. */
async function silentPhone(silenceMs: number): Promise<TestDevice> {
  const phone = fixture.device();
  await phone.init({ app_version: '3.2.0', os_version: '14' });
  await claims.sendUntil('app_conversion', 1);
  server.clock.advance(silenceMs);
  return phone;
}
/** Sends the session that an app has reported, and decides about what Google says to it. */
async function sendSession(calls = 2): Promise<void> {
  await claims.sendUntil('app_conversion', calls);
  await server.runJobs();
}
const allowOldClicks = () =>
  fixture.owner.call(updateProject, {
    body: { project_id: fixture.projectId, windows: { click_hours: 720 } },
  });
async function openByAd(phone: TestDevice, seconds = 5): Promise<void> {
  await claims.claim(phone, { timestamp: secondsAgo(seconds) });
  await phone.event('app_opened');
}
const personOf = ({ installId }: TestDevice) =>
  fixture.owner.call(getPerson, { query: { project_id: fixture.projectId, install_id: installId } });
const inShort = async (phone: TestDevice) =>
  (await fixture.decisions(phone)).map((one) => [one.kind, one.because, one.match_type, one.network]);
const creditedEvents = async (phone: TestDevice) => {
  const { rows } = await sql<{ name: string; network: string }>`select name, network from events
    where project_id = ${fixture.projectId} and install_id = ${phone.installId} order by occurred_at, name`.execute(
    server.db,
  );
  return rows.map((row) => [row.name, row.network]);
};
const INSTALL = ['install', 'first_open', 'organic', 'ORGANIC'];
const BY_AD = ['reattribution', 'claim', 'google_ads', 'GOOGLE'];
const BY_LINK = ['reattribution', 'deep_link', 'deep_link', 'META'];

describe('a session that Google claims', () => {
  test('after silence is a return: what follows is credited to Google', async () => {
    const phone = await silentPhone(10 * DAY_MS);
    await phone.init({ app_version: '3.2.0', os_version: '14' });
    server.clock.advance(2000);
    await openByAd(phone);
    const at = server.clock.now();
    server.clock.advance(HOUR_MS);
    await phone.event('buy');
    await sendSession();
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect(in_force_from).toEqual(at);
    expect(receipt).toMatchObject({
      conversion: { kind: 'session', before: { network: 'ORGANIC', campaignId: null } },
      decision: { candidates: [{ outcome: 'won', ageSeconds: 5 }] },
    });
    expect(await creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'ORGANIC'],
        ['$open', 'ORGANIC'],
        ['app_opened', 'GOOGLE'],
      ],
      ['buy', 'GOOGLE'],
    ]);
    await claims.sendUntil('cross_network', 1);
    expect(claims.answered()).toMatchObject([yes]);
    const { installs } = await personOf(phone);
    expect(installs[0]?.decisions[0]?.sentence).toBe(
      'Came back after 10 days of silence by an ad of GOOGLE, which is credited from then on: ' +
        'Google says that its ad led to this open, 5 s before the open.',
    );
  });

  test('is one call to Google, whatever returns are mapped to, and others are sent the return', async () => {
    await claims.addMap('reattribution', 'session_start', { value: { from: 'none' } });
    await fixture.connect('mixpanel');
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone);
    await sendSession();
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
    const phone = await silentPhone(3 * DAY_MS);
    await openByAd(phone);
    await sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await inShort(phone)).toEqual([INSTALL]);
    expect(claims.answered()).toMatchObject([no]);
  });

  test('by an ad from before the install, or outside the window, changes nothing', async () => {
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone, (8 * DAY_MS) / 1000);
    await sendSession();
    server.clock.advance(10 * DAY_MS);
    await allowOldClicks();
    await openByAd(phone, (21 * DAY_MS) / 1000);
    await sendSession(3);
    expect(await inShort(phone)).toEqual([INSTALL]);
  });

  test('by the ad that is credited already is none; by another of the same campaign it is a re-engagement', async () => {
    await allowOldClicks();
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone);
    await sendSession();
    server.clock.advance(10 * DAY_MS);
    await phone.event('app_opened');
    await sendSession(3);
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD]);
    server.clock.advance(10 * DAY_MS);
    await openByAd(phone);
    await sendSession(4);
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD, ['reengagement', ...BY_AD.slice(1)]]);
  });

  test('twice is one return', async () => {
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone);
    server.clock.advance(MINUTE_MS / 3);
    await phone.event('app_opened');
    await sendSession(3);
    await sql`update network_claims set applied_at = null`.execute(server.db);
    const project_id = fixture.projectId;
    await enqueue(server.db, 'apply-claims', { project_id }, { key: `apply-claims:${project_id}` });
    await server.runJobs();
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD]);
  });

  test('by two accounts is one return, by the later ad', async () => {
    const other = await claims.linkOther();
    await claims.addMap('app_opened', 'session_start', { ad_network_id: other, value: { from: 'none' } });
    const phone = await silentPhone(10 * DAY_MS);
    network.sandbox.receivers
      .get('google-ads')
      .setFaults([{ answer: 503, only: 'app_conversion', count: 1 }]);
    await claims.claim(phone, { timestamp: secondsAgo(60), campaign_id: INSTALLS?.id });
    await phone.event('app_opened');
    const at = server.clock.now();
    await sendSession();
    await claims.claim(phone, { timestamp: secondsAgo(5) });
    server.clock.advance(HOUR_MS);
    await sendSession(3);
    await claims.sendUntil('cross_network', 3);
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect([in_force_from, receipt.decision.candidates.map(({ ageSeconds }) => ageSeconds)]).toEqual([
      at,
      [5, 60],
    ]);
    expect(claims.answered().slice(1)).toContainEqual(expect.objectContaining(no));
  });
});

describe('a link and a claim', () => {
  /** The phone taps a link of ours, and the app reports it. */
  async function openByLink(phone: TestDevice): Promise<void> {
    const campaign = await fixture.campaign({ network: 'META' });
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(1000);
    await phone.deeplink(link(token));
  }

  test('that comes late takes its place before a later return, which keeps its credit', async () => {
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone);
    const at = server.clock.now();
    server.clock.advance(10 * DAY_MS);
    await openByLink(phone);
    await phone.event('buy');
    await sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await inShort(phone)).toEqual([INSTALL, BY_LINK, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect([in_force_from, receipt.conversion.before?.network]).toEqual([at, 'ORGANIC']);
    const { installs } = await personOf(phone);
    expect(installs[0]).toMatchObject({ network: 'META', match_type: 'deep_link' });
    expect(await creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'ORGANIC'],
        ['app_opened', 'GOOGLE'],
        ['$open', 'META'],
      ],
      ['buy', 'META'],
    ]);
    expect(claims.answered()).toMatchObject([yes]);
  });

  test('about the return of a link decides that again, and loses', async () => {
    await claims.addMap('reattribution', 'session_start', { value: { from: 'none' } });
    await fixture.connect('mixpanel');
    const phone = await silentPhone(10 * DAY_MS);
    await claims.claim(phone, { timestamp: secondsAgo(5) });
    await openByLink(phone);
    await sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await inShort(phone)).toEqual([INSTALL, BY_LINK, ['reattribution', 'claim', 'deep_link', 'META']]);
    const { receipt } = await fixture.decision(phone);
    expect(receipt.decision.candidates.map((one) => [one.matchType, one.outcome])).toEqual([
      ['deep_link', 'won'],
      ['google_ads', 'weaker_class'],
    ]);
    expect(await fixture.deliveries({ event: 'decision_revised' })).toMatchObject([
      { event_name: '$reattribution' },
    ]);
    expect(claims.answered()).toMatchObject([no]);
    expect(claims.calls('app_conversion')).toHaveLength(2);
  });

  test('of one launch are one return, whichever is reported first', async () => {
    const phone = await silentPhone(10 * DAY_MS);
    await openByAd(phone);
    await openByLink(phone);
    await sendSession();
    expect(await inShort(phone)).toEqual([INSTALL, BY_LINK, ['reattribution', 'claim', 'deep_link', 'META']]);
  });

  test('that is reported when the claim is decided takes the return over', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = await silentPhone(10 * DAY_MS);
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(1000);
    await openByAd(phone);
    await sendSession();
    await claims.sendUntil('cross_network', 1);
    server.clock.advance(MINUTE_MS);
    await phone.deeplink(link(token));
    await claims.sendUntil('cross_network', 2);
    expect(await inShort(phone)).toEqual([INSTALL, BY_AD, BY_LINK]);
    expect(await creditedEvents(phone)).toContainEqual(['app_opened', 'META']);
    expect(claims.answered()).toMatchObject([yes, no]);
  });
});
