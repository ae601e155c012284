import {
  checkGoogleLinkIds,
  connectGoogleAds,
  createGoogleAdsSettings,
  deleteGoogleAdsAccount,
  getGoogleAdsAuth,
  getGoogleAdsSettings,
  importGoogleAdsAccounts,
  listGoogleAdsAccounts,
  listGoogleConversionActions,
  updateGoogleAdsSettings,
  updateGoogleLinkIds,
} from '@trailmark/contract/google-ads';
import { actorOf } from '../../../access/caller.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { googleKey } from '../../../networks/google-login.ts';
import { spendCall } from '../../../networks/network-accounts.ts';
import { listAccounts, listLogins } from '../../../networks/network-store.ts';
import { presentLogin } from '../../../networks/present-network.ts';
import type { Kit } from '../../../platform/kit.ts';
import { checkLinks, enterLinkIds, listActions, presentGoogleAccount } from './account-links.ts';
import { beginGoogle, connectGoogle } from './connect-google.ts';
import { disconnectGoogle } from './disconnect-google.ts';
import { importAccounts } from './import-accounts.ts';
import { presentSettings, saveGoogleSettings } from './save-settings.ts';

async function connected({ db }: Kit, projectId: string) {
  const key = googleKey(projectId);
  return {
    accounts: (await listAccounts(db, key)).map(presentGoogleAccount),
    logins: (await listLogins(db, key)).map(presentLogin),
  };
}

export const routes: HandledRoute[] = [
  onProject(getGoogleAdsSettings, ({ kit, membership: { projectId } }) => presentSettings(kit, projectId)),

  ...[createGoogleAdsSettings, updateGoogleAdsSettings].map((route) =>
    onProject(route, async ({ kit, person, client, membership: { projectId }, body }) => {
      const saving = { projectId, actor: actorOf(person, client), ifNew: route.method === 'POST' };
      await saveGoogleSettings(kit, saving, body);
      return await presentSettings(kit, projectId);
    }),
  ),

  onProject(getGoogleAdsAuth, async ({ kit, person, membership: { projectId } }) => ({
    auth_url: await beginGoogle(kit, { projectId, userId: person.userId }),
  })),

  onProject(connectGoogleAds, async ({ kit, person, client, membership: { projectId }, body }) => {
    await spendCall(kit, projectId);
    const acting = { projectId, userId: person.userId, actor: actorOf(person, client) };
    return { login: presentLogin(await connectGoogle(kit, acting, body)) };
  }),

  onProject(importGoogleAdsAccounts, async ({ kit, person, client, membership: { projectId } }) => {
    await spendCall(kit, projectId);
    const leftOut = await importAccounts(kit, { projectId, actor: actorOf(person, client) });
    return { ...(await connected(kit, projectId)), left_out: leftOut };
  }),

  onProject(listGoogleAdsAccounts, ({ kit, membership: { projectId } }) => connected(kit, projectId)),

  onProject(updateGoogleLinkIds, async ({ kit, person, client, membership: { projectId }, body }) => {
    const key = { projectId, adNetworkId: body.network_account_id, actor: actorOf(person, client) };
    return presentGoogleAccount(await enterLinkIds(kit, key, body.link_ids));
  }),

  onProject(checkGoogleLinkIds, async ({ kit, person, client, membership: { projectId }, body }) => {
    await spendCall(kit, projectId);
    const key = { projectId, adNetworkId: body.network_account_id, actor: actorOf(person, client) };
    const { row, reason } = await checkLinks(kit, key);
    return { ...presentGoogleAccount(row), reason };
  }),

  onProject(listGoogleConversionActions, async ({ kit, membership: { projectId }, query }) => {
    await spendCall(kit, projectId);
    const key = { projectId, adNetworkId: query.network_account_id };
    return { conversion_actions: await listActions(kit, key) };
  }),

  onProject(deleteGoogleAdsAccount, async ({ kit, person, client, membership: { projectId }, query }) => {
    const actor = actorOf(person, client);
    await disconnectGoogle(kit, { projectId, adNetworkId: query.network_account_id, actor });
    return await connected(kit, projectId);
  }),
];
