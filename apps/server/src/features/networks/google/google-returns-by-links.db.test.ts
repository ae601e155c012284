import {
  GOOGLE_ACCOUNTS,
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import { buildGoogleClaims, type GoogleClaims } from '../../../testing/google-claims.ts';
import { buildGoogleSessions, type GoogleSessions } from '../../../testing/google-sessions.ts';
import { startNetworkDeliveries } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const [, , ENGAGEMENT] = GOOGLE_ACCOUNTS[0]?.campaigns ?? [];

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
const BY_LINK = ['reattribution', 'deep_link', 'deep_link', 'META'];

describe('a link and a claim', () => {
  test('that comes late takes its place before a later return, which keeps its credit', async () => {
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone);
    const at = server.clock.now();
    server.clock.advance(10 * DAY_MS);
    await sessions.openByLink(phone, await fixture.campaign({ network: 'META' }));
    await phone.event('buy');
    await sessions.sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_LINK, BY_AD]);
    const { receipt, in_force_from } = await fixture.decision(phone);
    expect([in_force_from, receipt.conversion.before?.network]).toEqual([at, 'ORGANIC']);
    const { installs } = await sessions.personOf(phone);
    expect(installs[0]).toMatchObject({ network: 'META', match_type: 'deep_link' });
    expect(await sessions.creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'ORGANIC'],
        ['app_opened', 'GOOGLE'],
        ['$open', 'META'],
      ],
      ['buy', 'META'],
    ]);
    expect(claims.answered()).toMatchObject([yes]);
  });

  test('that comes late leaves a later re-engagement with its campaign', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await sessions.open(phone);
    await claims.sendUntil('app_conversion', 1);
    server.clock.advance(10 * DAY_MS);
    await sessions.openByAd(phone);
    server.clock.advance(10 * DAY_MS);
    await sessions.openByLink(phone, campaign);
    await phone.event('buy');
    await sessions.sendSession();
    expect((await sessions.inShort(phone)).map(([kind, , , by]) => [kind, by])).toEqual([
      ...[
        ['install', 'META'],
        ['reengagement', 'META'],
        ['reattribution', 'GOOGLE'],
      ],
    ]);
    expect(await sessions.creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'META'],
        ['app_opened', 'GOOGLE'],
        ['$open', 'META'],
      ],
      ['buy', 'META'],
    ]);
    expect((await sessions.personOf(phone)).installs[0]).toMatchObject({
      network: 'META',
      match_type: 'deep_link',
    });
    // A new event finds the credit as it was moved.
    await phone.event('buy');
    expect((await sessions.creditedEvents(phone)).at(-1)).toEqual(['buy', 'META']);
  });

  test('about the install leaves a later re-engagement with its campaign, too', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    await phone.click(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await claims.claim(phone, { timestamp: sessions.secondsAgo(5) });
    await phone.init({ app_version: '3.2.0', os_version: '13' });
    server.clock.advance(10 * DAY_MS);
    await sessions.openByLink(phone, campaign);
    await phone.event('buy');
    await sessions.sendSession(1);
    expect(await sessions.inShort(phone)).toEqual([
      ['install', 'first_open', 'probabilistic', 'META'],
      ['reengagement', 'deep_link', 'deep_link', 'META'],
      ['install', 'claim', 'google_ads', 'GOOGLE'],
    ]);
    expect(await sessions.creditedEvents(phone)).toEqual([
      ...[
        ['$open', 'GOOGLE'],
        ['$open', 'META'],
      ],
      ['buy', 'META'],
    ]);
  });

  test('about the return of a link decides that again, and loses', async () => {
    await claims.addMap('reattribution', 'session_start', { value: { from: 'none' } });
    await fixture.connect('mixpanel');
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await claims.claim(phone, { timestamp: sessions.secondsAgo(5) });
    await sessions.openByLink(phone, await fixture.campaign({ network: 'META' }));
    await sessions.sendSession();
    await claims.sendUntil('cross_network', 1);
    expect(await sessions.inShort(phone)).toEqual([
      INSTALL,
      BY_LINK,
      ['reattribution', 'claim', 'deep_link', 'META'],
    ]);
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
    const phone = await sessions.silentPhone(10 * DAY_MS);
    await sessions.openByAd(phone);
    await sessions.openByLink(phone, await fixture.campaign({ network: 'META' }));
    await sessions.sendSession();
    expect(await sessions.inShort(phone)).toEqual([
      INSTALL,
      BY_LINK,
      ['reattribution', 'claim', 'deep_link', 'META'],
    ]);
  });

  test('that is reported when the claim is decided takes the return over', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = await sessions.silentPhone(10 * DAY_MS);
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(1000);
    await sessions.openByAd(phone);
    await sessions.sendSession();
    await claims.sendUntil('cross_network', 1);
    server.clock.advance(MINUTE_MS);
    await phone.deeplink(`https://kite.example/offer?tm_click=${token}`);
    await claims.sendUntil('cross_network', 2);
    expect(await sessions.inShort(phone)).toEqual([INSTALL, BY_AD, BY_LINK]);
    expect(await sessions.creditedEvents(phone)).toContainEqual(['app_opened', 'META']);
    expect(claims.answered()).toMatchObject([yes, no]);
  });
});
