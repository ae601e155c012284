import { createHash } from 'node:crypto';
import {
  AdvertisersAnswer,
  advertisersRequest,
  codeRequest,
  type TiktokAdvertiser,
  type TiktokApp,
  TokenAnswer,
  tiktokAuthUrl,
} from '@trailmark/core/networks/tiktok/tiktok-auth';
import { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { standInUrl } from '../../../connections/send-request.ts';
import type { Tx } from '../../../db/connection.ts';
import {
  listAccounts,
  listLogins,
  type NetworkLoginRow,
  saveLogin,
} from '../../../networks/network-store.ts';
import { checkState, newState } from '../../../networks/oauth-state.ts';
import { syncConnection } from '../../../networks/sync-connection.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { later, SECOND_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askTiktok, getApp, TIKTOK, TiktokRefused } from './ask-tiktok.ts';

/** The page of the dashboard to which TikTok sends people back. */
export const redirectUriOf = ({ publicUrl }: Pick<Kit, 'publicUrl'>): string =>
  `${publicUrl}/integrations/tiktok/callback`;

interface Owner {
  projectId: string;
  userId: string;
}

/** Where a person lets us read their advertisers. */
export async function beginTiktok(kit: Kit, { projectId, userId }: Owner): Promise<string> {
  const app = await getApp(kit, projectId);
  const state = newState(kit, { projectId, userId, kind: TIKTOK });
  const url = tiktokAuthUrl(app, { redirectUri: redirectUriOf(kit), state });
  return (standInUrl(kit.env, new URL(url)) ?? url).toString();
}

/** A code, by the name under which the client sent it. */
export interface TiktokCode {
  field: 'auth_code' | 'code';
  code: string;
}

/** A code can be used once, and only for a moment: what is wrong with it is for the person to mend. */
async function exchangeCode(kit: Kit, app: TiktokApp, { field, code }: TiktokCode) {
  try {
    return await askTiktok(kit, codeRequest(app, { code }), TokenAnswer);
  } catch (error) {
    if (error instanceof TiktokRefused && error.error.meaning !== 'busy') {
      throw badField(field, `is not accepted by TikTok: ${error.error.words}`);
    }
    throw error;
  }
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
  const logins = await listLogins(tx, { projectId, kind: TIKTOK });
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
  checkState(kit, state, { projectId, userId, kind: TIKTOK });
  const app = await getApp(kit, projectId);
  const { access_token, refresh_token, scope, expires_in: expires } = await exchangeCode(kit, app, code);
  const { list } = await askTiktok(kit, advertisersRequest(app, access_token), AdvertisersAnswer);
  if (list.length === 0) {
    throw new AppError('conflict', 'No advertiser was chosen. Connect again and choose at least one.');
  }
  const ids = list.map(({ id }) => id);
  const now = kit.clock.now();
  const name = loginName(list);
  return await kit.db.transaction().execute(async (tx) => {
    const loginId = await saveLogin(tx, {
      ...{ projectId, kind: TIKTOK, login_id: newId(now), name, scopes: scope, connected_at: now },
      external_id: await loginKey(kit, tx, { projectId, ids }),
      sealed_tokens: kit.secrets.seal('networks', { access_token, refresh_token, advertiser_ids: ids }),
      expires_at: expires === undefined ? null : later(now, expires * SECOND_MS),
    });
    // What was reached by an older token is reached by this one.
    for (const account of await listAccounts(tx, { projectId, kind: TIKTOK })) {
      await syncConnection(tx, kit, { projectId, adNetworkId: account.ad_network_id });
    }
    await recordChange(tx, now, { projectId, actor, action: 'network.connected', target: `TikTok: ${name}` });
    const logins = await listLogins(tx, { projectId, kind: TIKTOK });
    const login = logins.find((one) => one.login_id === loginId);
    if (!login) throw new Error('The login was not stored.');
    return login;
  });
}
