import { LateInstalls } from '@trailmark/contract/campaign-report';
import type { Tx } from '../../db/connection.ts';

const REASON = 'distribution_outlier';

/** Campaigns of a page whose installs come implausibly late after their clicks, as the last look at them found. */
export async function readLateInstalls(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<Map<string, LateInstalls>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('source_flags')
    .select(['campaign_id', 'measured'])
    .where('project_id', '=', projectId)
    .where('reason', '=', REASON)
    .where('campaign_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ campaign_id, measured }) => [campaign_id, LateInstalls.parse(measured)]));
}
