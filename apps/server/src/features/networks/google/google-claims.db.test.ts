import {
  GOOGLE_ACCOUNTS,
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import type { TestDevice } from '../../../testing/device.ts';
import { buildGoogleClaims, type GoogleClaims } from '../../../testing/google-claims.ts';
import { startNetworkDeliveries } from '../../../testing/network-server.ts';
import { unsoundBooks } from '../../../testing/sound-books.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkDeliveries<Sandbox>>>;
let sandbox: Sandbox;
let server: TestServer;
let fixture: DeliveryFixture;
let claims: GoogleClaims;
beforeAll(async () => {
  network = await startNetworkDeliveries(startSandbox);
  ({ sandbox, server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  fixture = await network.buildFixture();
  claims = await buildGoogleClaims(fixture, sandbox, {
    client: GOOGLE_CLIENT,
    dev_token: GOOGLE_DEV_TOKEN,
    linkId: GOOGLE_LINKS[0]?.linkId ?? '',
    campaignId: CAMPAIGN?.id ?? '',
  });
});

const [CAMPAIGN] = GOOGLE_ACCOUNTS[0]?.campaigns ?? [];
const INIT = { app_version: '3.2.0', os_version: '14' };
const google = () => sandbox.receivers.get('google-ads');
const inShort = async (phone: TestDevice) =>
  (await fixture.decisions(phone)).map((one) => [one.because, one.match_type, one.network]);
/** Opens the app for the first time; it is sent to Google, and what Google claims is decided about. */
const openAndSend = async (phone: TestDevice) => {
  await phone.init(INIT);
  await fixture.planned(1);
  await fixture.send();
  await server.runJobs();
};
const opened = () => server.clock.now().getTime() / 1000;

describe('a claim of Google', () => {
  test('takes an organic install, and the receipt names it', async () => {
    const phone = fixture.device();
    await claims.claim(phone);
    await openAndSend(phone);
    expect(await inShort(phone)).toEqual([
      ['first_open', 'organic', 'ORGANIC'],
      ['claim', 'google_ads', 'GOOGLE'],
    ]);
    const { receipt, campaign_id } = await fixture.decision(phone);
    expect(receipt.decision.candidates).toMatchObject([
      { outcome: 'won', because: 'the latest of the strongest class: a click claimed by Google' },
    ]);
    expect(receipt.touches.at(-1)).toMatchObject({
      network: 'GOOGLE',
      campaignId: null,
      adSet: CAMPAIGN?.adSets[0]?.name,
      claim: { campaignId: CAMPAIGN?.id, campaignName: CAMPAIGN?.name, attributed: true },
    });
    expect(campaign_id).toMatch(/^0{8}/);
    expect(await unsoundBooks(server, fixture.projectId)).toEqual([]);
    // A revision is not a second first open.
    await fixture.send();
    expect(claims.calls('app_conversion')).toHaveLength(1);
  });

  test('is credited to the campaign of Google that has its name, and to no other network’s', async () => {
    const name = CAMPAIGN?.name ?? '';
    await fixture.campaign({ network: 'META', name });
    const own = await fixture.campaign({ network: 'GOOGLE', name: name.toUpperCase() });
    const phone = fixture.device();
    await claims.claim(phone);
    await openAndSend(phone);
    expect(await fixture.decision(phone)).toMatchObject({ network: 'GOOGLE', campaign_id: own.id });
  });

  test('loses to a click of ours that is known for certain, and the receipt says so', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await claims.claim(phone, { timestamp: opened() - 5 });
    await openAndSend(phone);
    expect(await inShort(phone)).toEqual([
      ['first_open', 'device_id', 'META'],
      ['claim', 'device_id', 'META'],
    ]);
    const { receipt } = await fixture.decision(phone);
    expect(receipt.decision.candidates.map((one) => [one.matchType, one.outcome])).toEqual([
      ['device_id', 'won'],
      ['google_ads', 'weaker_class'],
    ]);
  });

  test('of an event that is no open is none', async () => {
    await claims.addMap('buy', 'ecommerce_purchase');
    const phone = fixture.device();
    await phone.init(INIT);
    await fixture.planned(1);
    await fixture.send();
    await claims.claim(phone);
    await phone.event('buy');
    await fixture.planned(2);
    await fixture.send();
    await server.runJobs();
    expect(await inShort(phone)).toEqual([['first_open', 'organic', 'ORGANIC']]);
  });
});

describe('the answer to a claim', () => {
  const answers = () => fixture.deliveries({ event: 'claim_answer' });
  const yes = { ad_event_id: expect.stringMatching(/^Q2owS/), attributed: '1' };
  const no = { ...yes, attributed: '0' };

  test('says that Google is credited, once, and is in the ledger without the dev_token', async () => {
    const phone = fixture.device();
    await claims.claim(phone);
    await openAndSend(phone);
    expect(await answers()).toMatchObject([{ state: 'waiting', install_id: phone.installId }]);
    await fixture.send();
    expect(claims.answered()).toMatchObject([{ ...yes, link_id: GOOGLE_LINKS[0]?.linkId }]);
    const [delivery] = await answers();
    expect(delivery).toMatchObject({ state: 'delivered', kind: 'claim_answer', sent_before_revision: null });
    const details = await fixture.details(delivery?.delivery_id ?? '');
    expect(details.payload).toMatchObject({ answers: [{ isAttributed: true }] });
    expect(details.history[0]?.requests[0]?.url).toContain('/pagead/conversion/app/1.0/cross_network?');
    expect(JSON.stringify(details)).not.toContain(GOOGLE_DEV_TOKEN);
    await server.runJobs();
    await fixture.send();
    expect(claims.calls('cross_network')).toHaveLength(1);
    expect(google().received.counts()).toMatchObject({ refused: 0 });
  });

  test('says that another network is credited', async () => {
    const campaign = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await claims.claim(phone, { timestamp: opened() - 5 });
    await openAndSend(phone);
    await fixture.send();
    expect(await fixture.decision(phone)).toMatchObject({ network: 'META' });
    expect(claims.answered()).toMatchObject([no]);
  });

  test('that fails is sent again', async () => {
    const phone = fixture.device();
    await claims.claim(phone);
    await openAndSend(phone);
    google().setFaults([{ answer: 503, only: 'cross_network', count: 1 }]);
    await fixture.send();
    expect(await answers()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect(claims.answered()).toEqual([]);
    server.clock.advance(HOUR_MS);
    await fixture.send();
    expect(await answers()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(claims.answered()).toMatchObject([yes]);
  });

  test('is given again when a later decision changes it, and not when it does not', async () => {
    const meta = await fixture.campaign({ network: 'META' });
    const other = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    const [click, later] = [await phone.clickToken(meta.slug), await phone.clickToken(other.slug)];
    server.clock.advance(MINUTE_MS);
    await claims.claim(phone);
    await openAndSend(phone);
    await fixture.send();
    await phone.deeplink(`https://kite.example/offer?tm_click=${click}`);
    expect(await fixture.decision(phone)).toMatchObject({ network: 'META', because: 'deep_link' });
    await claims.sendUntil('cross_network', 2);
    expect(claims.answered()).toMatchObject([yes, no]);
    await phone.deeplink(`https://kite.example/offer?tm_click=${later}`);
    expect(await answers()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('that waited when a later decision replaced it is not sent', async () => {
    const meta = await fixture.campaign({ network: 'META' });
    const phone = fixture.device();
    const click = await phone.clickToken(meta.slug);
    server.clock.advance(MINUTE_MS);
    await claims.claim(phone);
    await openAndSend(phone);
    await phone.deeplink(`https://kite.example/offer?tm_click=${click}`);
    await claims.sendUntil('cross_network', 1);
    expect(claims.answered()).toMatchObject([no]);
    expect((await answers()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ['delivered', null],
      ['skipped', 'A later answer to the same claim has replaced this one.'],
    ]);
  });

  test('goes by each account that Google claimed by, and the install is decided again once', async () => {
    const other = await claims.linkOther();
    await claims.addMap('install', 'first_open', { ad_network_id: other, value: { from: 'none' } });
    const phone = fixture.device();
    await claims.claim(phone);
    await phone.init(INIT);
    await fixture.planned(2);
    await fixture.send();
    await server.runJobs();
    await fixture.send();
    expect(await inShort(phone)).toHaveLength(2);
    expect((await answers()).map(({ connection_id }) => connection_id).sort()).toEqual(
      [claims.account, other].sort(),
    );
    // Both name the same ad, so that Google recognises the second answer.
    expect(claims.calls('cross_network')).toHaveLength(2);
    expect(claims.answered()).toMatchObject([yes]);
  });
});
