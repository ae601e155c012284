import type { Actor } from '../../access/caller.ts';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import { recordChange } from '../../audit/record.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { lockSpend } from '../../rollups/spend-deltas.ts';
import { deleteSpendRows, listNames } from './spend-store.ts';

interface Acting {
  projectId: string;
  scope: CampaignScope;
  actor: Actor;
}

interface Days {
  from: string;
  to: string;
  /** All of them unless it is given. */
  campaignId?: string | undefined;
}

/** Takes away what files said; what a network says stays. */
export async function deleteSpend(
  kit: Kit,
  { projectId, scope, actor }: Acting,
  { from, to, campaignId }: Days,
): Promise<{ deleted: number }> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockSpend(tx, projectId);
    const names = campaignId ? await listNames(tx, projectId, scope) : [];
    const campaign = names.find(({ id }) => id === campaignId);
    if (campaignId && !campaign) throw new AppError('not_found', 'We couldn’t find this campaign.');
    const deleted = await deleteSpendRows(tx, { projectId, scope, from, to, campaignId });
    if (deleted > 0) {
      const before = { campaign: campaign?.name ?? null, rows: deleted };
      const target = `${from} to ${to}`;
      await recordChange(tx, now, { projectId, actor, action: 'spend.deleted', target, before });
    }
    return { deleted };
  });
}
