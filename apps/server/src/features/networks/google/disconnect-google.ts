import { revokeRequest } from '@trailmark/core/networks/google/google-auth';
import type { AuditActor } from '../../../access/caller.ts';
import { createSendRequest } from '../../../connections/send-request.ts';
import { GoogleTokens, googleKey } from '../../../networks/google-login.ts';
import { disconnectAccount } from '../../../networks/network-accounts.ts';
import { listLogins } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { NOUN } from './account-links.ts';

/**
 * Disconnects an account. With the last one of a login its tokens are deleted, and Google is told that we do not need the
 * permission any more. Whether it hears that or not, we cannot use them again.
 */
export async function disconnectGoogle(
  kit: Kit,
  { projectId, adNetworkId, actor }: { projectId: string; adNetworkId: string; actor: AuditActor },
): Promise<void> {
  const key = googleKey(projectId);
  const before = await listLogins(kit.db, key);
  await disconnectAccount(kit, { ...key, adNetworkId, actor, noun: NOUN });
  const left = new Set((await listLogins(kit.db, key)).map(({ login_id }) => login_id));
  for (const login of before) {
    if (left.has(login.login_id)) continue;
    const tokens = GoogleTokens.safeParse(kit.secrets.open('networks', login.sealed_tokens)).data;
    if (!tokens) continue;
    const answer = await createSendRequest(kit.env, { isTool: true })(revokeRequest(tokens.refresh_token));
    const problem = 'failed' in answer ? answer.failed : answer.status >= 300 && answer.status;
    if (problem) kit.log.warn({ project_id: projectId, problem }, 'Google did not revoke a permission');
  }
}
