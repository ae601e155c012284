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
import { exchangeCode } from '../../../networks/ask-network.ts';
import { redirectUriOf } from '../../../networks/network-app.ts';
import { authUrl, storeLogin } from '../../../networks/network-logins.ts';
import type { NetworkLoginRow } from '../../../networks/network-store.ts';
import { useUpState } from '../../../networks/oauth-state.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, SECOND_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askMeta, getMetaApp, metaKey, SLUG } from './ask-meta.ts';

interface Owner {
  projectId: string;
  userId: string;
}

/** Where a person lets us read their accounts. */
export async function beginMeta(kit: Kit, { projectId, userId }: Owner): Promise<string> {
  const app = await getMetaApp(kit, projectId);
  const redirectUri = redirectUriOf(kit, SLUG);
  return authUrl(kit, { projectId, userId, kind: 'META' }, (state) =>
    metaAuthUrl(app, { redirectUri, state }),
  );
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
  const key = metaKey(projectId);
  await useUpState(kit, state, { projectId, userId, kind: key.kind });
  const app = await getMetaApp(kit, projectId);
  const request = codeRequest(app, { code, redirectUri: redirectUriOf(kit, SLUG) });
  const short = await exchangeCode({ label: key.label, field: 'code' }, () =>
    askMeta(kit, request, TokenAnswer),
  );
  const long = await askMeta(kit, longLivedRequest(app, short.access_token), TokenAnswer);
  const token = long.access_token;
  const { user_id: externalId, scopes, expires_at: expires } = await inspect(kit, app, token);
  const me = await askMeta(kit, graphRequest(app, 'me', { token, query: { fields: 'id,name' } }), MeAnswer);
  const now = kit.clock.now();
  const after = long.expires_in === undefined ? null : later(now, long.expires_in * SECOND_MS);
  const login = {
    external_id: externalId,
    name: me.name || `Person ${me.id}`,
    scopes,
    connected_at: now,
    sealed_tokens: kit.secrets.seal('networks', { access_token: token }),
    expires_at: expires ? new Date(expires * SECOND_MS) : after,
  };
  return await kit.db.transaction().execute((tx) => storeLogin(tx, { ...key, actor }, login));
}
