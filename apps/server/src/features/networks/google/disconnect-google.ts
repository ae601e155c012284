import { revokeRequest } from '@trailmark/core/networks/google/google-auth';
import { sql } from 'kysely';
import type { AuditActor } from '../../../access/caller.ts';
import { createSendRequest } from '../../../connections/send-request.ts';
import { allProjects } from '../../../db/all-projects.ts';
import type { Db } from '../../../db/connection.ts';
import { GoogleTokens, googleKey } from '../../../networks/google-login.ts';
import { disconnectAccount } from '../../../networks/network-accounts.ts';
import { listLogins } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { NOUN } from './account-links.ts';

/** Google ends all that a person has allowed a client, so also what other projects have of the same two. */
async function isUsedElsewhere(db: Db, projectId: string, personId: string): Promise<boolean> {
  const { rows: own } = await sql<{ client_id: string | null }>`select settings ->> 'client_id' as client_id
    from network_settings where project_id = ${projectId} and kind = 'GOOGLE'`.execute(db);
  const { rows } = await sql`${allProjects} select from network_logins l
    join network_settings s on s.project_id = l.project_id and s.kind = l.kind
    where l.kind = 'GOOGLE' and l.external_id = ${personId} and l.project_id <> ${projectId}
      and s.settings ->> 'client_id' = ${own[0]?.client_id ?? null}
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Disconnects an account. With the last one of a login its tokens are deleted, and Google ends the permission, unless
 * another project has it too. Whether or not Google can be reached for that, we cannot use them again.
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
    if (!tokens || (await isUsedElsewhere(kit.db, projectId, login.external_id))) continue;
    const answer = await createSendRequest(kit.env, { isTool: true })(revokeRequest(tokens.refresh_token));
    const problem = 'failed' in answer ? answer.failed : answer.status >= 300 && answer.status;
    if (problem) kit.log.warn({ project_id: projectId, problem }, 'Google did not revoke a permission');
  }
}
