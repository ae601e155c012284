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
import { listAccounts, listLogins } from '../../../networks/network-store.ts';
import { presentAccount, presentLogin } from '../../../networks/present-network.ts';
import { spendCall } from '../../../networks/spend-call.ts';
import type { Kit } from '../../../platform/kit.ts';
import { META } from './ask-meta.ts';
import { getAccount, presentCapi, saveCapi, verifyCapi } from './capi-config.ts';
import { beginMeta, connectMeta } from './connect-meta.ts';
import { importAccounts } from './import-accounts.ts';
import { removeMetaAccount } from './remove-account.ts';
import { presentSettings, saveMetaSettings } from './save-settings.ts';

async function connected({ db }: Kit, projectId: string) {
  const key = { projectId, kind: META };
  return {
    ad_accounts: (await listAccounts(db, key)).map(presentAccount),
    logins: (await listLogins(db, key)).map(presentLogin),
  };
}

export const routes: HandledRoute[] = [
  onProject(getMetaSettings, ({ kit, membership: { projectId } }) => presentSettings(kit, projectId)),

  onProject(updateMetaSettings, async ({ kit, person, client, membership: { projectId }, body }) => {
    const acting = { projectId, actor: actorOf(person, client) };
    await saveMetaSettings(kit, acting, { appId: body.app_id, appSecret: body.app_secret });
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
    const actor = actorOf(person, client);
    await removeMetaAccount(kit, { projectId, actor, adNetworkId: query.network_account_id });
    return await connected(kit, projectId);
  }),

  onProject(getMetaCapiConfig, async ({ kit, membership: { projectId }, params, query }) =>
    presentCapi(
      await getAccount(kit.db, {
        ...{ projectId, adNetworkId: params.network_account_id, accountId: query.account_id },
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
