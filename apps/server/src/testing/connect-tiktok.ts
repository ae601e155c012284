import type { NetworkAccount } from '@trailmark/contract/network-accounts';
import {
  connectTiktok,
  getTiktokAuth,
  importTiktokPixels,
  updateTiktokSettings,
} from '@trailmark/contract/tiktok';
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

export const enterTiktokApp = ({ owner, projectId }: Owned, app: App, over: object = {}) =>
  owner.call(updateTiktokSettings, {
    body: { project_id: projectId, app_id: app.id, app_secret: app.secret, ...over },
  });

/** What a person does in TikTok's dialog, which the sandbox shows; gives where TikTok sends them. */
export async function allowTiktok({ owner, projectId }: Owned): Promise<URL> {
  const { auth_url } = await owner.call(getTiktokAuth, { query: { project_id: projectId } });
  return await allowAccess(auth_url);
}

/** Connects the advertisers of the person whom the sandbox knows. */
export async function connectTiktokPixels(own: Owned, app: App): Promise<NetworkAccount[]> {
  const { owner, projectId } = own;
  await enterTiktokApp(own, app);
  const { searchParams } = await allowTiktok(own);
  const [auth_code, state] = [searchParams.get('auth_code') ?? '', searchParams.get('state') ?? ''];
  await owner.call(connectTiktok, { body: { project_id: projectId, auth_code, state } });
  return (await owner.call(importTiktokPixels, { body: { project_id: projectId } })).pixels;
}
