import {
  codeRequest,
  googleAuthUrl,
  missingPermissions,
  TokenAnswer,
} from '@trailmark/core/networks/google/google-auth';
import type { AuditActor } from '../../../access/caller.ts';
import { exchangeCode } from '../../../networks/ask-network.ts';
import { askGoogle, getGoogleClient, googleKey } from '../../../networks/google-login.ts';
import { redirectUriOf } from '../../../networks/network-app.ts';
import { authUrl, storeLogin, syncConnections } from '../../../networks/network-logins.ts';
import type { NetworkLoginRow } from '../../../networks/network-store.ts';
import { useUpState, verifierOf } from '../../../networks/oauth-state.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, SECOND_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { SLUG } from './save-settings.ts';

interface Owner {
  projectId: string;
  userId: string;
}

/** Where a person lets us read their accounts and send conversions. */
export async function beginGoogle(kit: Kit, { projectId, userId }: Owner): Promise<string> {
  const client = await getGoogleClient(kit.db, kit, projectId);
  const redirectUri = redirectUriOf(kit, SLUG);
  return authUrl(kit, { projectId, userId, kind: 'GOOGLE' }, (state) =>
    googleAuthUrl(client, { redirectUri, state, verifier: verifierOf(kit, state) }),
  );
}

/** Takes the code for tokens, and stores them sealed. */
export async function connectGoogle(
  kit: Kit,
  { projectId, userId, actor }: Owner & { actor: AuditActor },
  { code, state }: { code: string; state: string },
): Promise<NetworkLoginRow> {
  const key = googleKey(projectId);
  await useUpState(kit, state, { projectId, userId, kind: key.kind });
  const client = await getGoogleClient(kit.db, kit, projectId);
  const redirectUri = redirectUriOf(kit, SLUG);
  const request = codeRequest(client, { code, redirectUri, verifier: verifierOf(kit, state) });
  const answer = await exchangeCode({ label: 'Google', field: 'code' }, () =>
    askGoogle(kit, request, TokenAnswer),
  );
  const missing = missingPermissions(answer.scope);
  if (missing.length > 0) {
    const names = missing.map((name) => `“${name}”`).join(' and ');
    throw new AppError('conflict', `The permission ${names} was not given. Connect again and tick it.`);
  }
  const { access_token, refresh_token, id_token: person, scope, expires_in } = answer;
  if (refresh_token === undefined) {
    throw new AppError('conflict', 'Google sent no token that can be renewed. Connect again.');
  }
  const now = kit.clock.now();
  const expires_at = later(now, expires_in * SECOND_MS);
  const login = {
    external_id: person.id,
    name: person.name,
    scopes: scope,
    connected_at: now,
    sealed_tokens: kit.secrets.seal('networks', { access_token, refresh_token, expires_at }),
    // The access token ends within the hour; the permission holds until it is withdrawn.
    expires_at: null,
  };
  return await kit.db.transaction().execute(async (tx) => {
    const stored = await storeLogin(tx, { ...key, actor }, login);
    await syncConnections(tx, kit, key);
    return stored;
  });
}
