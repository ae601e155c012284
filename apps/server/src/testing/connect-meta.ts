import { connectMeta, getMetaAuth, importMetaAccounts, updateMetaSettings } from '@trailmark/contract/meta';
import type { NetworkAccount } from '@trailmark/contract/network-accounts';
import type { TestPerson } from './build.ts';
import { allowAccess } from './network-server.ts';

interface Owned {
  owner: TestPerson;
  projectId: string;
}

/** An app that the sandbox knows. */
interface App {
  id: string;
  secret: string;
}

export const enterMetaApp = ({ owner, projectId }: Owned, app: App, over: object = {}) =>
  owner.call(updateMetaSettings, {
    body: { project_id: projectId, app_id: app.id, app_secret: app.secret, ...over },
  });

/** What a person does in Meta's dialog, which the sandbox shows; gives where Meta sends them. */
export async function allowMeta(
  { owner, projectId }: Owned,
  change: (url: URL) => void = () => {},
): Promise<URL> {
  const url = new URL((await owner.call(getMetaAuth, { query: { project_id: projectId } })).auth_url);
  change(url);
  return await allowAccess(url);
}

/** Connects the accounts of the person whom the sandbox knows. */
export async function connectMetaAccounts(own: Owned, app: App): Promise<NetworkAccount[]> {
  const { owner, projectId } = own;
  await enterMetaApp(own, app);
  const { searchParams } = await allowMeta(own);
  const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? ''];
  await owner.call(connectMeta, { body: { project_id: projectId, code, state } });
  return (await owner.call(importMetaAccounts, { body: { project_id: projectId } })).ad_accounts;
}
