import type { Tx } from '../db/connection.ts';

/** Ends all shares with an address: its person has left the project, or now sees every campaign. */
export async function endShares(tx: Tx, projectId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('campaign_members')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .execute();
}
