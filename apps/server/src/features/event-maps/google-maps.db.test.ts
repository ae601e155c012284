import { createEventMap, previewEventMap, testEventMap } from '@trailmark/contract/event-maps';
import { updateGoogleLinkIds } from '@trailmark/contract/google-ads';
import {
  GOOGLE_CLIENT,
  GOOGLE_CONVERSION_ACTIONS,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { connectGoogleAccounts } from '../../testing/connect-google.ts';
import { openedTokens, startNetworkServer } from '../../testing/network-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let server: TestServer;
let fixture: AttributionFixture;
let account: string;
let conversionAction: string;
beforeAll(async () => {
  network = await startNetworkServer(startSandbox);
  ({ server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  network.forget();
  fixture = await buildAttributionFixture(server);
  const accounts = await connectGoogleAccounts(fixture, GOOGLE_CLIENT, { dev_token: GOOGLE_DEV_TOKEN });
  const first = accounts.find(({ external_account_id }) => GOOGLE_CONVERSION_ACTIONS[external_account_id]);
  account = first?.ad_network_id ?? '';
  conversionAction = GOOGLE_CONVERSION_ACTIONS[first?.external_account_id ?? '']?.[0] ?? '';
  await fixture.owner.call(updateGoogleLinkIds, {
    query: params(),
    body: { network_account_id: account, link_ids: { android: GOOGLE_LINKS[0]?.linkId } },
  });
});

const params = () => ({ project_id: fixture.projectId });
const mapOf = (network_event: string) => ({
  ad_network_id: account,
  event: 'payment',
  network_event,
  installs: 'all' as const,
});
const add = (network_event: string) =>
  fixture.owner.call(createEventMap, { params: params(), body: mapOf(network_event) });
const sendTest = (id: string) => fixture.owner.call(testEventMap, { params: { ...params(), id } });
const requests = () => network.sandbox.receivers.get('google-ads').received.requests();

async function buy() {
  const campaign = await fixture.campaign({ network: 'GOOGLE' });
  const phone = fixture.device();
  await phone.click(campaign.slug, `${phone.idQuery}&gclid=Cj0abc`);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await phone.call('capture-payment', {
    payment_id: phone.installId,
    user_id: 'asha',
    amount: 499,
    currency: 'INR',
    type: 'DEFAULT',
    status: 'PAYMENT_COMPLETED',
  });
}

test('a preview says what Google’s API for apps, and what its Data Manager would get', async () => {
  await buy();
  const preview = async (network_event: string) => {
    const body = { ...mapOf(network_event), events: 'of_map' as const };
    return (await fixture.owner.call(previewEventMap, { params: params(), body })).events;
  };
  expect(await preview('in_app_purchase')).toMatchObject([
    { would_send: true, payload: { query: { app_event_type: 'in_app_purchase', value: '499' } } },
  ]);
  const conversion = await preview(conversionAction);
  expect(conversion).toMatchObject([
    {
      would_send: true,
      payload: { conversionActionId: conversionAction, event: { adIdentifiers: { gclid: 'Cj0abc' } } },
    },
  ]);
  expect(JSON.stringify(conversion)).not.toContain(GOOGLE_DEV_TOKEN);
});

test('a conversion is tested by letting Google check it', async () => {
  const { id } = await add(conversionAction);
  await buy();
  const result = await sendTest(id);
  expect(result).toMatchObject({ accepted: true, status: 200, event: { made_up: false } });
  const sent = requests().filter(({ body }) => body.includes('destinations'));
  expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([{ validateOnly: true }]);
  const tokens = await openedTokens(server, fixture.projectId);
  for (const token of Object.values(tokens)) expect(JSON.stringify(result)).not.toContain(token);
});

test('events of apps cannot be tested, and nothing is sent', async () => {
  const { id } = await add('in_app_purchase');
  await expect(sendTest(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('no test for events of apps'),
  });
  expect(requests().filter(({ endpoint }) => endpoint.includes('app'))).toEqual([]);
});
