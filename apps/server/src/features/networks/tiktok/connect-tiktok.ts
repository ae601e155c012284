import { createHash } from 'node:crypto';
import {
  AdvertisersAnswer,
  advertisersRequest,
  codeRequest,
  type TiktokAdvertiser,
  TokenAnswer,
  tiktokAuthUrl,
} from '@trailmark/core/networks/tiktok/tiktok-auth';
import { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import type { Tx } from '../../../db/connection.ts';
import { exchangeCode } from '../../../networks/ask-network.ts';
import { redirectUriOf } from '../../../networks/network-app.ts';
import { authUrl, storeLogin, syncConnections } from '../../../networks/network-logins.ts';
import { listLogins, type NetworkLoginRow } from '../../../networks/network-store.ts';
import { useUpState } from '../../../networks/oauth-state.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, SECOND_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askTiktok, getTiktokApp, SLUG, tiktokKey } from './ask-tiktok.ts';

interface Owner {
  projectId: string;
  userId: string;
}

/** Where a person lets us read their advertisers. */
export async function beginTiktok(kit: Kit, { projectId, userId }: Owner): Promise<string> {
  const app = await getTiktokApp(kit, projectId);
  const redirectUri = redirectUriOf(kit, SLUG);
  return authUrl(kit, { projectId, userId, kind: 'TIKTOK' }, (state) =>
    tiktokAuthUrl(app, { redirectUri, state }),
  );
}

/** A code, by the name under which the client sent it. */
export interface TiktokCode {
  field: 'auth_code' | 'code';
  code: string;
}

const NAMED = 3;

/** TikTok names nobody: a login is named after its advertisers. */
function loginName(advertisers: readonly TiktokAdvertiser[]): string {
  const names = advertisers.slice(0, NAMED).map(({ name }) => name);
  const others = advertisers.length - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
}

const Advertisers = z.object({ advertiser_ids: z.array(z.string()) });

/** Who connects again, with the same advertisers or with more of them, is the same login. */
async function loginKey(
  { secrets }: Kit,
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<string> {
  const own = createHash('sha256').update(ids.toSorted().join(',')).digest('hex');
  const logins = await listLogins(tx, { projectId, kind: 'TIKTOK' });
  if (logins.some((login) => login.external_id === own)) return own;
  const previous = logins.find((login) => {
    const before = Advertisers.safeParse(secrets.open('networks', login.sealed_tokens)).data?.advertiser_ids;
    return before?.every((id) => ids.includes(id)) ?? false;
  });
  return previous?.external_id ?? own;
}

/** Takes the code for a token, and stores it sealed. */
export async function connectTiktok(
  kit: Kit,
  { projectId, userId, actor }: Owner & { actor: AuditActor },
  { state, ...code }: TiktokCode & { state: string },
): Promise<NetworkLoginRow> {
  const key = tiktokKey(projectId);
  await useUpState(kit, state, { projectId, userId, kind: key.kind });
  const app = await getTiktokApp(kit, projectId);
  const {
    access_token,
    refresh_token,
    scope,
    expires_in: expires,
  } = await exchangeCode({ label: key.label, field: code.field }, () =>
    askTiktok(kit, codeRequest(app, code), TokenAnswer),
  );
  const { list } = await askTiktok(kit, advertisersRequest(app, access_token), AdvertisersAnswer);
  if (list.length === 0) {
    throw new AppError('conflict', 'No advertiser was chosen. Connect again and choose at least one.');
  }
  const ids = list.map(({ id }) => id);
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const login = await storeLogin(
      tx,
      { ...key, actor },
      {
        name: loginName(list),
        scopes: scope,
        connected_at: now,
        external_id: await loginKey(kit, tx, { projectId, ids }),
        sealed_tokens: kit.secrets.seal('networks', { access_token, refresh_token, advertiser_ids: ids }),
        expires_at: expires === undefined ? null : later(now, expires * SECOND_MS),
      },
    );
    await syncConnections(tx, kit, key);
    return login;
  });
}
