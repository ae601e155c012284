import type { NetworkAccount } from '@trailmark/contract/network-accounts';
import {
  connectTiktok,
  getTiktokAuth,
  importTiktokPixels,
  updateTiktokSettings,
} from '@trailmark/contract/tiktok';
import type { TestPerson } from './build.ts';
import { allowAccess } from './network-server.ts';

/** Connects the advertisers of the person whom the sandbox knows. */
export async function connectTiktokPixels(
  { owner, projectId }: { owner: TestPerson; projectId: string },
  app: { id: string; secret: string },
): Promise<NetworkAccount[]> {
  const body = { project_id: projectId };
  await owner.call(updateTiktokSettings, { body: { ...body, app_id: app.id, app_secret: app.secret } });
  const { auth_url } = await owner.call(getTiktokAuth, { query: body });
  const { searchParams } = await allowAccess(auth_url);
  const [auth_code, state] = [searchParams.get('auth_code') ?? '', searchParams.get('state') ?? ''];
  await owner.call(connectTiktok, { body: { ...body, auth_code, state } });
  return (await owner.call(importTiktokPixels, { body })).pixels;
}
