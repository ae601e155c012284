import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Tx } from '../../../db/connection.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { lockSpend, settleSpend } from '../../../rollups/spend-deltas.ts';
import { countNetworkSpend, reportedDays } from './count-network-spend.ts';

interface Acting {
  projectId: string;
  actor: AuditActor;
}

/** A campaign, ad set or ad of a network; '' below its level. */
export interface AdKey {
  kind: NetworkKind;
  adAccountId: string;
  campaignId: string;
  adSetId: string;
  adId: string;
}

interface Match {
  campaignId: string | null;
  linkId: string | null;
  ignored: boolean;
}

/** It is not deleted until the transaction ends. */
async function campaignName(tx: Tx, projectId: string, campaignId: string): Promise<string> {
  const row = await tx
    .selectFrom('campaigns')
    .select('name')
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', 'We couldn’t find this campaign.');
  return row.name;
}

/** Says whose a campaign, ad set or ad of a network is; what it cost on any day moves with it. */
export async function matchAd(
  kit: Kit,
  { projectId, actor }: Acting,
  { ad, match }: { ad: AdKey; match: Match },
): Promise<void> {
  const now = kit.clock.now();
  const { campaignId, linkId } = match;
  if (linkId !== null && campaignId === null) throw badField('link_id', 'needs the campaign of the link');
  if (match.ignored && campaignId !== null) throw badField('ignored', 'is for what belongs to no campaign');
  await kit.db.transaction().execute(async (tx) => {
    await lockSpend(tx, projectId);
    const ourName = campaignId === null ? null : await campaignName(tx, projectId, campaignId);
    if (linkId !== null) {
      const { rows } = await sql`select from links
        where project_id = ${projectId} and id = ${linkId} and campaign_id = ${campaignId}`.execute(tx);
      if (rows.length === 0) throw badField('link_id', 'is not a link of this campaign');
    }
    const { rows } = await sql<{ name: string }>`
      update network_ads set campaign_id = ${campaignId}, link_id = ${linkId}, matched_by = 'hand',
        ignored = ${match.ignored}, updated_at = ${now}
      where project_id = ${projectId} and kind = ${ad.kind} and ad_account_id = ${ad.adAccountId}
        and network_campaign_id = ${ad.campaignId} and network_ad_set_id = ${ad.adSetId}
        and network_ad_id = ${ad.adId}
      returning name`.execute(tx);
    const [row] = rows;
    if (!row) throw new AppError('not_found', 'The network has not reported this.');
    const days = await reportedDays(tx, { projectId, kind: ad.kind }, [
      { ad_account_id: ad.adAccountId, network_campaign_id: ad.campaignId },
    ]);
    if (days) await countNetworkSpend(tx, now, { projectId, kind: ad.kind, ...days });
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'network.ad_matched',
      target: row.name,
      after: { campaign: ourName, ignored: match.ignored },
    });
  });
}

/** Which source counts where a campaign has both. */
export async function chooseSource(
  kit: Kit,
  { projectId, actor }: Acting,
  { campaignId, source }: { campaignId: string; source: 'network' | 'file' },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    await lockSpend(tx, projectId);
    const name = await campaignName(tx, projectId, campaignId);
    const { numAffectedRows = 0n } =
      await sql`update campaigns set spend_source = ${source}, updated_at = ${now}
      where project_id = ${projectId} and id = ${campaignId} and spend_source <> ${source}`.execute(tx);
    if (numAffectedRows === 0n) return;
    const days = sql`select campaign_id, local_date from spend_days
      where project_id = ${projectId} and campaign_id = ${campaignId}`;
    await settleSpend(tx, projectId, days);
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'spend.source_chosen',
      target: name,
      after: { source },
    });
  });
}
