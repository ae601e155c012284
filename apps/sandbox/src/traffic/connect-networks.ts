import { GOOGLE_CLIENT, GOOGLE_DEV_TOKEN, GOOGLE_LINKS } from '../google-ads/google-ads.data.ts';
import { META_ACCOUNTS, META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '../meta/meta.data.ts';
import type { Sandbox } from '../start.ts';
import { TIKTOK_APP, TIKTOK_APPS } from '../tiktok/tiktok.data.ts';
import type { Project, Session } from './set-up.ts';

interface Account {
  ad_network_id: string;
  external_account_id: string;
}

/** Its spend is what Meta says of an ad of theirs, and not what the file says. */
const MATCHED_CAMPAIGN = 'meta-lookalike';
const COUPON_CAMPAIGN = 'jio-recharge';

const POLL_MS = 500;
const MOST_POLLS = 60;

/** Calls of a project: the project is in the query of GET, and in the body of everything else. */
function callsOf({ product, bearer }: Session, { projectId: project_id }: Project) {
  return {
    project_id,
    get: <Answer>(path: string, query: Record<string, string> = {}) =>
      product.call<Answer>('GET', path, { bearer, query: { project_id, ...query } }),
    send: <Answer>(method: 'POST' | 'PUT', path: string, body: object = {}) =>
      product.call<Answer>(method, path, { bearer, body: { project_id, ...body } }),
    sendIn: <Answer>(method: 'POST' | 'PUT', path: string, body: object) =>
      product.call<Answer>(method, path, { bearer, query: { project_id }, body }),
    sendTo: <Answer>(path: string, body: object) => product.call<Answer>('POST', path, { bearer, body }),
  };
}
type Calls = ReturnType<typeof callsOf>;

/** Signs in at a network's stand-in, as the dashboard does. */
async function signInAt(calls: Calls, network: string): Promise<void> {
  const path = `/project/integration/${network}/auth`;
  const { auth_url } = await calls.get<{ auth_url: string }>(path);
  const decision = new URLSearchParams({ decision: 'allow' });
  const answer = await fetch(auth_url, { method: 'POST', redirect: 'manual', body: decision });
  const back = new URL(answer.headers.get('location') ?? auth_url).searchParams;
  const code = back.get('auth_code') ?? back.get('code') ?? '';
  await calls.send('POST', `${path}/connect`, { code, state: back.get('state') ?? '' });
}

/** Sends what the names of events propose. */
async function addMaps(
  calls: Calls,
  { kind, adNetworkId, installs = 'attributed' }: { kind: string; adNetworkId: string; installs?: string },
): Promise<void> {
  const { event_maps } = await calls.get<{ event_maps: object[] }>('/project/default-event-mapping', {
    kind,
  });
  for (const map of event_maps) {
    const path = `/project/${calls.project_id}/postback-event-maps`;
    await calls.sendTo(path, { ...map, ad_network_id: adNetworkId, installs });
  }
}

async function connectMeta(calls: Calls): Promise<void> {
  const path = '/project/integration/meta';
  await calls.send('PUT', `${path}/settings`, { app_id: META_APP.id, app_secret: META_APP.secret });
  await signInAt(calls, 'meta');
  const { ad_accounts } = await calls.send<{ ad_accounts: Account[] }>('POST', `${path}/import/ad-accounts`);
  const [dataset] = META_DATASETS;
  const account = ad_accounts.find((one) => one.external_account_id === dataset?.accountId);
  if (!account || !dataset) return;
  await calls.send('POST', `${path}/ad-account/${account.ad_network_id}/capi-config`, {
    dataset_id: dataset.id,
    capi_access_token: META_SYSTEM_TOKEN,
  });
  await addMaps(calls, { kind: 'META', adNetworkId: account.ad_network_id });
}

async function connectGoogle(calls: Calls): Promise<void> {
  const path = '/project/integration/google_ads';
  await calls.send('POST', `${path}/settings`, {
    client_id: GOOGLE_CLIENT.id,
    client_secret: GOOGLE_CLIENT.secret,
    dev_token: GOOGLE_DEV_TOKEN,
  });
  await signInAt(calls, 'google_ads');
  const { accounts } = await calls.send<{ accounts: Account[] }>('POST', `${path}/import/ad-accounts`);
  for (const { customerId, linkId, appVendor } of GOOGLE_LINKS) {
    const account = accounts.find((one) => one.external_account_id === customerId);
    if (!account) continue;
    const network_account_id = account.ad_network_id;
    const link_ids = appVendor === 'APPLE_APP_STORE' ? { ios: linkId } : { android: linkId };
    await calls.sendIn('PUT', `${path}/network-account/link-ids`, { network_account_id, link_ids });
    await calls.sendIn('POST', `${path}/link-id-status`, { network_account_id });
    // Google says which of all installs its ads have brought.
    await addMaps(calls, { kind: 'GOOGLE', adNetworkId: network_account_id, installs: 'all' });
  }
}

async function connectTiktok(calls: Calls): Promise<void> {
  const path = '/project/integration/tiktok';
  await calls.send('PUT', `${path}/settings`, { app_id: TIKTOK_APP.id, app_secret: TIKTOK_APP.secret });
  await signInAt(calls, 'tiktok');
  const { pixels } = await calls.send<{ pixels: Account[] }>('POST', `${path}/import/pixels`);
  for (const { advertiserId, app_id, platform } of TIKTOK_APPS) {
    const pixel = pixels.find((one) => one.external_account_id.startsWith(`${advertiserId}/`));
    if (!pixel) continue;
    const app_ids = platform === 'IOS' ? { ios: app_id } : { android: app_id };
    await calls.sendIn('PUT', `${path}/pixel/${pixel.ad_network_id}`, { app_ids });
    await addMaps(calls, { kind: 'TIKTOK', adNetworkId: pixel.ad_network_id });
  }
}

async function findCampaign(calls: Calls, displayId: string): Promise<{ campaign_id: string } | undefined> {
  const { items } = await calls.get<{ items: { campaign_id: string; display_id: string }[] }>('/campaign', {
    limit: '500',
  });
  return items.find((one) => one.display_id === displayId);
}

/** A coupon network with codes, which is sent what its people do. */
async function connectCoupons(calls: Calls, toolsUrl: string): Promise<void> {
  const path = '/project/integration/jio_coupons';
  const campaign = await findCampaign(calls, COUPON_CAMPAIGN);
  if (!campaign) return;
  const { network } = await calls.send<{ network: Account }>('POST', `${path}/network`, {
    name: 'Jio coupons',
  });
  const { ad_network_id } = network;
  const query = 'event_id={event_id}&event={event_name}&click_id={click_id}&code={coupon_code}';
  const url = `${toolsUrl}/postbacks.affiliate.example/postback?${query}&value={value}&currency={currency}`;
  await calls.sendIn('PUT', `${path}/network/${ad_network_id}/postback`, {
    postback: { method: 'GET', url },
  });
  const { pool_id } = await calls.send<{ pool_id: string }>('POST', `${path}/pool`, {
    name: 'Recharge ₹75',
    ad_network_id,
    campaign_id: campaign.campaign_id,
    after_event: '$signup',
  });
  await calls.sendIn('POST', `${path}/pool/${pool_id}/codes/generate`, {
    count: 500,
    pattern: 'KITE-######',
  });
  await addMaps(calls, { kind: 'JIO_COUPONS', adNetworkId: ad_network_id });
}

/** One ad of Meta is a link of ours; the others wait to be matched. */
async function matchOne(calls: Calls): Promise<void> {
  const [account] = META_ACCOUNTS;
  const campaign = account?.campaigns[0];
  const adSet = campaign?.adSets[0];
  const ad = adSet?.ads[0];
  const ours = await findCampaign(calls, MATCHED_CAMPAIGN);
  if (!account || !campaign || !adSet || !ad || !ours) return;
  const links = await calls.get<{ link_id: string; slug: string }[]>('/campaign/links', {
    campaign_id: ours.campaign_id,
  });
  const link = links.find(({ slug }) => slug === `${MATCHED_CAMPAIGN}-1`);
  const of = {
    kind: 'META',
    ad_account_id: account.id,
    network_campaign_id: campaign.id,
    network_ad_set_id: adSet.id,
    network_ad_id: ad.id,
  };
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    const found = await calls.get<{ items: { network_campaign_id: string }[] }>('/project/network-ads');
    if (found.items.some(({ network_campaign_id }) => network_campaign_id === campaign.id)) {
      await calls.send('PUT', '/project/network-ads', {
        ...of,
        campaign_id: ours.campaign_id,
        link_id: link?.link_id,
      });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Connects all ad networks to their stand-ins, with event maps, and imports what their ads cost. */
export async function connectNetworks(
  session: Session,
  project: Project,
  { toolsUrl }: Pick<Sandbox, 'toolsUrl'>,
): Promise<void> {
  const calls = callsOf(session, project);
  await connectMeta(calls);
  await connectGoogle(calls);
  await connectTiktok(calls);
  await connectCoupons(calls, toolsUrl);
  await matchOne(calls);
}
