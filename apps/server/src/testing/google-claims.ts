import { createEventMap } from '@trailmark/contract/event-maps';
import { listGoogleAdsAccounts, updateGoogleLinkIds } from '@trailmark/contract/google-ads';
import { connectGoogleApp } from './connect-google.ts';
import type { DeliveryFixture } from './delivery-fixture.ts';
import type { TestDevice } from './device.ts';
import { until } from './until.ts';

/** What is needed of the sandbox, which plays Google. */
interface GoogleSandbox {
  httpUrl: string;
  receivers: {
    get(tool: 'google-ads'): {
      received: {
        requests(): { endpoint: string; status: number | null }[];
        items(): { name: string; data: unknown }[];
      };
    };
  };
}

interface GoogleApp {
  client: { id: string; secret: string };
  dev_token: string;
  linkId: string;
  /** By which Google claims unless a test says otherwise. */
  campaignId: string;
}

/** A project whose installs are sent to Google, and what Google claims and is answered. */
export async function buildGoogleClaims(
  fixture: DeliveryFixture,
  sandbox: GoogleSandbox,
  { client, dev_token, linkId, campaignId }: GoogleApp,
) {
  const account = await connectGoogleApp(fixture, client, { dev_token, android: linkId });
  const addMap = (event: string, network_event: string, over: object = {}) =>
    fixture.owner.call(createEventMap, {
      params: { project_id: fixture.projectId },
      body: { ad_network_id: account, event, network_event, installs: 'all', ...over },
    });
  await addMap('install', 'first_open', { value: { from: 'none' } });
  const { received } = sandbox.receivers.get('google-ads');
  /** The calls of one kind that Google answered with success. */
  const calls = (endpoint: 'app_conversion' | 'cross_network') =>
    received.requests().filter((one) => one.endpoint === endpoint && one.status === 200);
  return {
    account,
    addMap,
    calls,
    /** Another account whose app is linked; gives its id. */
    async linkOther(): Promise<string> {
      const query = { project_id: fixture.projectId };
      const { accounts } = await fixture.owner.call(listGoogleAdsAccounts, { query });
      const other = accounts.find((one) => one.ad_network_id !== account)?.ad_network_id ?? '';
      const body = { network_account_id: other, link_ids: { android: linkId } };
      await fixture.owner.call(updateGoogleLinkIds, { query, body });
      return other;
    },
    /** From now on Google claims what is sent of this phone. */
    claim: (phone: TestDevice, over: object = {}) =>
      fetch(`${sandbox.httpUrl}/receivers/google-ads/attribute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rdid: phone.advertisingId, campaign_id: campaignId, ...over }),
      }),
    answered: () =>
      received
        .items()
        .filter(({ name }) => name === 'cross_network')
        .map(({ data }) => data),
    /** What is planned is sent a moment after its event is answered. */
    sendUntil: (endpoint: Parameters<typeof calls>[0], count: number) =>
      until(async () => {
        await fixture.send();
        return calls(endpoint).length === count;
      }),
  };
}

export type GoogleClaims = Awaited<ReturnType<typeof buildGoogleClaims>>;
