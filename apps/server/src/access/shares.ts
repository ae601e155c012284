import type { Tx } from '../db/connection.ts';

/** Ends all that is shared with an address: it belongs to nobody here any more, or to somebody who sees everything. */
export async function endShares(tx: Tx, projectId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('campaign_members')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .execute();
}
