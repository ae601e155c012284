import {
  connectMeta as connectMetaRoute,
  deleteMetaAccount,
  getMetaAuth,
  getMetaCapiConfig,
  getMetaSettings,
  importMetaAccounts,
  listMetaAccounts,
  updateMetaCapiConfig,
  updateMetaSettings,
  verifyMetaCapi,
} from '@trailmark/contract/meta';
import { actorOf } from '../../../access/caller.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { disconnectAccount, listConnected, spendCall } from '../../../networks/network-accounts.ts';
import { presentApp, saveApp } from '../../../networks/network-app.ts';
import { presentLogin } from '../../../networks/present-network.ts';
import type { Kit } from '../../../platform/kit.ts';
import { metaKey, SLUG } from './ask-meta.ts';
import { getAccount, presentCapi, saveCapi, verifyCapi } from './capi-config.ts';
import { beginMeta, connectMeta } from './connect-meta.ts';
import { importAccounts } from './import-accounts.ts';

const presentSettings = (kit: Kit, projectId: string) => presentApp(kit, metaKey(projectId), SLUG);

async function connected(kit: Kit, projectId: string) {
  const { accounts, logins } = await listConnected(kit, metaKey(projectId));
  return { ad_accounts: accounts, logins };
}

export const routes: HandledRoute[] = [
  onProject(getMetaSettings, ({ kit, membership: { projectId } }) => presentSettings(kit, projectId)),

  onProject(updateMetaSettings, async ({ kit, person, client, membership: { projectId }, body }) => {
    const acting = { ...metaKey(projectId), actor: actorOf(person, client) };
    await saveApp(kit, acting, { appId: body.app_id, appSecret: body.app_secret });
    return await presentSettings(kit, projectId);
  }),

  onProject(getMetaAuth, async ({ kit, person, membership: { projectId } }) => ({
    auth_url: await beginMeta(kit, { projectId, userId: person.userId }),
  })),

  onProject(connectMetaRoute, async ({ kit, person, client, membership: { projectId }, body }) => {
    await spendCall(kit, projectId);
    const acting = { projectId, userId: person.userId, actor: actorOf(person, client) };
    return { login: presentLogin(await connectMeta(kit, acting, body)) };
  }),

  onProject(importMetaAccounts, async ({ kit, person, client, membership: { projectId } }) => {
    await spendCall(kit, projectId);
    await importAccounts(kit, { projectId, actor: actorOf(person, client) });
    return await connected(kit, projectId);
  }),

  onProject(listMetaAccounts, ({ kit, membership: { projectId } }) => connected(kit, projectId)),

  onProject(deleteMetaAccount, async ({ kit, person, client, membership: { projectId }, query }) => {
    const key = { ...metaKey(projectId), adNetworkId: query.network_account_id, noun: 'ad account' };
    await disconnectAccount(kit, { ...key, actor: actorOf(person, client) });
    return await connected(kit, projectId);
  }),

  onProject(getMetaCapiConfig, async ({ kit, membership: { projectId }, params, query }) =>
    presentCapi(
      await getAccount(kit.db, {
        projectId,
        adNetworkId: params.network_account_id,
        accountId: query.account_id,
      }),
    ),
  ),

  onProject(
    updateMetaCapiConfig,
    async ({ kit, person, client, membership: { projectId }, params, body }) => {
      const key = { projectId, adNetworkId: params.network_account_id, accountId: body.account_id };
      const change = {
        datasetId: body.meta_dataset_id ?? body.dataset_id ?? '',
        token: body.meta_capi_access_token ?? body.capi_access_token,
        testEventCode: body.test_event_code,
      };
      return presentCapi(await saveCapi(kit, { ...key, actor: actorOf(person, client) }, change));
    },
  ),

  onProject(verifyMetaCapi, async ({ kit, membership: { projectId }, body }) => {
    await spendCall(kit, projectId);
    return await verifyCapi(kit, { projectId, adNetworkId: body.network_account_id });
  }),
];
