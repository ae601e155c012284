import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import {
  connectGoogleAds,
  createGoogleAdsSettings,
  getGoogleAdsAuth,
  importGoogleAdsAccounts,
  updateGoogleLinkIds,
} from '@trailmark/contract/google-ads';
import {
  connectMeta,
  getMetaAuth,
  importMetaAccounts,
  updateMetaCapiConfig,
  updateMetaSettings,
} from '@trailmark/contract/meta';
import type { NetworkAccount } from '@trailmark/contract/network-accounts';
import {
  connectTiktok,
  getTiktokAuth,
  importTiktokPixels,
  updateTiktokPixel,
  updateTiktokSettings,
} from '@trailmark/contract/tiktok';
import { GOOGLE_CLIENT, GOOGLE_DEV_TOKEN, GOOGLE_LINKS } from '@trailmark/sandbox/google-ads/google-ads.data';
import { META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';
import { TIKTOK_APP } from '@trailmark/sandbox/tiktok/tiktok.data';
import { readEnvironment } from './environment.ts';
import type { SignedInPerson } from './signed-in-people.ts';

export { GOOGLE_CLIENT, GOOGLE_DEV_TOKEN, META_APP, META_SYSTEM_TOKEN, TIKTOK_APP };

/** The dataset of the sandbox that takes events of apps. */
export const META_DATASET = META_DATASETS[0]?.id ?? '';

/** The link of the sandbox between an Android app and a measurement partner. */
export const GOOGLE_LINK_ID = GOOGLE_LINKS[0]?.linkId ?? '';

/** Allows the app on the page of the network, without a browser; gives what the network sends back. */
async function allow(authUrl: string): Promise<{ code: string; state: string }> {
  const body = new URLSearchParams({ decision: 'allow' });
  const answer = await fetch(authUrl, { method: 'POST', redirect: 'manual', body });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

interface MetaSending {
  project_id: string;
  account: string;
  test_event_code?: string;
}

/** Enters the dataset of an account, so that it is sent events. */
export async function sendToMeta(
  { call }: SignedInPerson,
  { account, ...settings }: MetaSending,
): Promise<void> {
  await call(updateMetaCapiConfig, {
    params: { network_account_id: account },
    body: { dataset_id: META_DATASET, capi_access_token: META_SYSTEM_TOKEN, ...settings },
  });
}

/** Connects Meta with the accounts of the sandbox: Kite India, whose conversions go to its dataset, and Kite US. */
export async function connectMetaFor(person: SignedInPerson, project_id: string): Promise<NetworkAccount[]> {
  const { call } = person;
  await call(updateMetaSettings, { body: { project_id, app_id: META_APP.id, app_secret: META_APP.secret } });
  let accounts: NetworkAccount[] = [];
  // A journey lets all tokens of the sandbox expire: then it is done once more.
  await expect(async () => {
    const { auth_url } = await call(getMetaAuth, { query: { project_id } });
    await call(connectMeta, { body: { project_id, ...(await allow(auth_url)) } });
    accounts = (await call(importMetaAccounts, { body: { project_id } })).ad_accounts;
    expect(accounts).not.toEqual([]);
  }).toPass();
  await sendToMeta(person, { project_id, account: accounts[0]?.ad_network_id ?? '' });
  return accounts;
}

/** Connects TikTok with the pixels of the sandbox, and saves the first one. */
export async function connectTiktokFor({ call }: SignedInPerson, project_id: string): Promise<void> {
  const { id: app_id, secret: app_secret } = TIKTOK_APP;
  await call(updateTiktokSettings, { body: { project_id, app_id, app_secret } });
  const { auth_url } = await call(getTiktokAuth, { query: { project_id } });
  await call(connectTiktok, { body: { project_id, ...(await allow(auth_url)) } });
  const { pixels } = await call(importTiktokPixels, { body: { project_id } });
  await call(updateTiktokPixel, {
    params: { account_id: pixels[0]?.ad_network_id ?? '' },
    query: { project_id },
    body: { app_ids: { android: '7500000000000000001' } },
  });
}

/** Connects Google Ads with the accounts of the sandbox, and enters the link of the first one. */
export async function connectGoogleFor({ call }: SignedInPerson, project_id: string): Promise<void> {
  const client = { client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret };
  await call(createGoogleAdsSettings, { body: { project_id, ...client, dev_token: GOOGLE_DEV_TOKEN } });
  const { auth_url } = await call(getGoogleAdsAuth, { query: { project_id } });
  await call(connectGoogleAds, { body: { project_id, ...(await allow(auth_url)) } });
  const { accounts } = await call(importGoogleAdsAccounts, { body: { project_id } });
  await call(updateGoogleLinkIds, {
    query: { project_id },
    body: {
      network_account_id: accounts[0]?.ad_network_id ?? '',
      link_ids: { android: GOOGLE_LINK_ID },
    },
  });
}

/** The network accepts none of the tokens any more that it has issued until now. */
export async function expireTokens(network: 'meta' | 'tiktok' | 'google-ads'): Promise<void> {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/receivers/${network}/expire-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`The sandbox refused: ${await answer.text()}`);
}

/** Decides on the page of the network, in the browser. */
export async function decide(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.getByRole('button', { name: decision }).click();
}
