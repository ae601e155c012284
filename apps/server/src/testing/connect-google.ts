import {
  connectGoogleAds,
  createGoogleAdsSettings,
  type GoogleAdsAccount,
  getGoogleAdsAuth,
  importGoogleAdsAccounts,
  updateGoogleLinkIds,
} from '@trailmark/contract/google-ads';
import type { TestPerson } from './build.ts';
import { allowAccess } from './network-server.ts';

interface Owned {
  owner: TestPerson;
  projectId: string;
}

/** An OAuth client that the sandbox knows. */
interface Client {
  id: string;
  secret: string;
}

export const enterGoogleClient = ({ owner, projectId }: Owned, client: Client, over: object = {}) =>
  owner.call(createGoogleAdsSettings, {
    body: { project_id: projectId, client_id: client.id, client_secret: client.secret, ...over },
  });

/** What a person does on Google's page, which the sandbox shows; gives where Google sends them. */
export async function allowGoogle(
  { owner, projectId }: Owned,
  change: (url: URL) => void = () => {},
): Promise<URL> {
  const url = new URL((await owner.call(getGoogleAdsAuth, { query: { project_id: projectId } })).auth_url);
  change(url);
  return await allowAccess(url);
}

/** Connects the person whom the sandbox knows. */
export async function connectGoogle(own: Owned) {
  const { searchParams } = await allowGoogle(own);
  const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? ''];
  return await own.owner.call(connectGoogleAds, { body: { project_id: own.projectId, code, state } });
}

export async function connectGoogleAccounts(
  own: Owned,
  client: Client,
  over: object = {},
): Promise<GoogleAdsAccount[]> {
  await enterGoogleClient(own, client, over);
  await connectGoogle(own);
  return (await own.owner.call(importGoogleAdsAccounts, { body: { project_id: own.projectId } })).accounts;
}

/** Connects an account whose app on Android is linked; gives its id. */
export async function connectGoogleApp(
  own: Owned,
  client: Client,
  { dev_token, android }: { dev_token: string; android: string },
): Promise<string> {
  const [account] = await connectGoogleAccounts(own, client, { dev_token });
  const network_account_id = account?.ad_network_id ?? '';
  await own.owner.call(updateGoogleLinkIds, {
    query: { project_id: own.projectId },
    body: { network_account_id, link_ids: { android } },
  });
  return network_account_id;
}
