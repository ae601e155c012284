import {
  connectTiktok as connectTiktokRoute,
  deleteTiktokPixel,
  getTiktokAuth,
  getTiktokPixel,
  getTiktokSettings,
  importTiktokPixels,
  listTiktokPixels,
  updateTiktokPixel,
  updateTiktokSettings,
} from '@trailmark/contract/tiktok';
import { actorOf } from '../../../access/caller.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { disconnectAccount, listConnected, spendCall } from '../../../networks/network-accounts.ts';
import { presentApp, saveApp } from '../../../networks/network-app.ts';
import { presentLogin } from '../../../networks/present-network.ts';
import type { Kit } from '../../../platform/kit.ts';
import { SLUG, tiktokKey } from './ask-tiktok.ts';
import { beginTiktok, connectTiktok, type TiktokCode } from './connect-tiktok.ts';
import { importPixels } from './import-pixels.ts';
import { getPixel, presentPixel, savePixel } from './pixel-settings.ts';

const presentSettings = (kit: Kit, projectId: string) => presentApp(kit, tiktokKey(projectId), SLUG);

async function connected(kit: Kit, projectId: string) {
  const { accounts, logins } = await listConnected(kit, tiktokKey(projectId));
  return { pixels: accounts, logins };
}

const codeOf = (body: { auth_code?: string | undefined; code?: string | undefined }): TiktokCode =>
  body.auth_code === undefined
    ? { field: 'code', code: body.code ?? '' }
    : { field: 'auth_code', code: body.auth_code };

export const routes: HandledRoute[] = [
  onProject(getTiktokSettings, ({ kit, membership: { projectId } }) => presentSettings(kit, projectId)),

  onProject(updateTiktokSettings, async ({ kit, person, client, membership: { projectId }, body }) => {
    const acting = { ...tiktokKey(projectId), actor: actorOf(person, client) };
    await saveApp(kit, acting, { appId: body.app_id, appSecret: body.app_secret });
    return await presentSettings(kit, projectId);
  }),

  onProject(getTiktokAuth, async ({ kit, person, membership: { projectId } }) => ({
    auth_url: await beginTiktok(kit, { projectId, userId: person.userId }),
  })),

  onProject(connectTiktokRoute, async ({ kit, person, client, membership: { projectId }, body }) => {
    await spendCall(kit, projectId);
    const acting = { projectId, userId: person.userId, actor: actorOf(person, client) };
    const login = await connectTiktok(kit, acting, { ...codeOf(body), state: body.state });
    return { login: presentLogin(login) };
  }),

  onProject(importTiktokPixels, async ({ kit, person, client, membership: { projectId } }) => {
    await spendCall(kit, projectId);
    const leftOut = await importPixels(kit, { projectId, actor: actorOf(person, client) });
    return { ...(await connected(kit, projectId)), left_out: leftOut };
  }),

  onProject(listTiktokPixels, ({ kit, membership: { projectId } }) => connected(kit, projectId)),

  onProject(getTiktokPixel, async ({ kit, membership: { projectId }, params }) =>
    presentPixel(await getPixel(kit.db, { projectId, adNetworkId: params.account_id })),
  ),

  onProject(updateTiktokPixel, async ({ kit, person, client, membership: { projectId }, params, body }) => {
    const key = { projectId, adNetworkId: params.account_id, actor: actorOf(person, client) };
    const change = {
      android: body.app_ids?.android,
      ios: body.app_ids?.ios,
      testEventCode: body.test_event_code,
      token: body.access_token,
    };
    return presentPixel(await savePixel(kit, key, change));
  }),

  onProject(deleteTiktokPixel, async ({ kit, person, client, membership: { projectId }, params }) => {
    const key = { ...tiktokKey(projectId), adNetworkId: params.account_id, noun: 'pixel' };
    await disconnectAccount(kit, { ...key, actor: actorOf(person, client) });
    return await connected(kit, projectId);
  }),
];
