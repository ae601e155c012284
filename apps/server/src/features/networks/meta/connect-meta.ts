import {
  codeRequest,
  graphRequest,
  InspectAnswer,
  inspectRequest,
  longLivedRequest,
  MeAnswer,
  type MetaApp,
  metaAuthUrl,
  NEEDED_SCOPES,
  TokenAnswer,
} from '@trailmark/core/networks/meta/meta-auth';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { standInUrl } from '../../../connections/send-request.ts';
import { listLogins, type NetworkLoginRow, saveLogin } from '../../../networks/network-store.ts';
import { checkState, newState } from '../../../networks/oauth-state.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { later, SECOND_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askMeta, getApp, META, MetaRefused } from './ask-meta.ts';

/** The page of the dashboard to which Meta sends people back. */
export const redirectUriOf = ({ publicUrl }: Pick<Kit, 'publicUrl'>): string =>
  `${publicUrl}/integrations/meta/callback`;

interface Owner {
  projectId: string;
  userId: string;
}

/** Where a person lets us read their accounts. */
export async function beginMeta(kit: Kit, { projectId, userId }: Owner): Promise<string> {
  const app = await getApp(kit, projectId);
  const state = newState(kit, { projectId, userId, kind: META });
  const url = metaAuthUrl(app, { redirectUri: redirectUriOf(kit), state });
  return (standInUrl(kit.env, new URL(url)) ?? url).toString();
}

/** A code can be used once, and only for a moment: what is wrong with it is for the person to mend. */
async function exchangeCode(kit: Kit, app: MetaApp, code: string) {
  try {
    return await askMeta(kit, codeRequest(app, { code, redirectUri: redirectUriOf(kit) }), TokenAnswer);
  } catch (error) {
    if (error instanceof MetaRefused && error.error.meaning !== 'busy') {
      throw badField('code', `is not accepted by Meta: ${error.error.words}`);
    }
    throw error;
  }
}

async function inspect(kit: Kit, app: MetaApp, token: string) {
  const { data } = await askMeta(kit, inspectRequest(app, token), InspectAnswer);
  if (!data.is_valid) throw new AppError('conflict', 'Meta says that its own token is not valid. Try again.');
  const missing = NEEDED_SCOPES.filter((scope) => !data.scopes.includes(scope));
  if (missing.length > 0) {
    throw new AppError(
      'conflict',
      `The permission ${missing.join(', ')} was not given. Connect again and leave it switched on.`,
    );
  }
  return data;
}

/** Takes the code for a token that holds, and stores it sealed. */
export async function connectMeta(
  kit: Kit,
  { projectId, userId, actor }: Owner & { actor: AuditActor },
  { code, state }: { code: string; state: string },
): Promise<NetworkLoginRow> {
  checkState(kit, state, { projectId, userId, kind: META });
  const app = await getApp(kit, projectId);
  const short = await exchangeCode(kit, app, code);
  const long = await askMeta(kit, longLivedRequest(app, short.access_token), TokenAnswer);
  const token = long.access_token;
  const { user_id: externalId, scopes, expires_at: expires } = await inspect(kit, app, token);
  const me = await askMeta(kit, graphRequest(app, 'me', { token, query: { fields: 'id,name' } }), MeAnswer);
  const now = kit.clock.now();
  const after = long.expires_in === undefined ? null : later(now, long.expires_in * SECOND_MS);
  const name = me.name || `Person ${me.id}`;
  return await kit.db.transaction().execute(async (tx) => {
    const loginId = await saveLogin(tx, {
      ...{ projectId, kind: META, login_id: newId(now), external_id: externalId, name },
      ...{ sealed_tokens: kit.secrets.seal('networks', { access_token: token }), scopes, connected_at: now },
      expires_at: expires ? new Date(expires * SECOND_MS) : after,
    });
    await recordChange(tx, now, { projectId, actor, action: 'network.connected', target: `Meta: ${name}` });
    const login = (await listLogins(tx, { projectId, kind: META })).find((one) => one.login_id === loginId);
    if (!login) throw new Error('The login was not stored.');
    return login;
  });
}
