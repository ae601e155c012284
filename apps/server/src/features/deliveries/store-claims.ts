import type { ConnectionKind } from '@trailmark/contract/connections';
import type { NetworkClaim } from '@trailmark/core/destinations/destination';
import { sql } from 'kysely';
import type { ConnectionKey } from '../../connections/connection.ts';
import type { DueDelivery } from '../../connections/read-sources.ts';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';

interface ClaimRow {
  install_id: string;
  about: string;
  occurred_at: Date | null;
  kind: 'click' | 'view';
  claimed_at: Date;
  campaign_id: string | null;
  campaign_name: string | null;
  ad_set_id: string | null;
  ad_set_name: string | null;
  ad_id: string | null;
  answer: Record<string, unknown>;
}

const CLAIMS = bulk<ClaimRow>({
  install_id: 'text',
  about: 'text',
  occurred_at: 'timestamptz',
  kind: 'text',
  claimed_at: 'timestamptz',
  campaign_id: 'text',
  campaign_name: 'text',
  ad_set_id: 'text',
  ad_set_name: 'text',
  ad_id: 'text',
  answer: 'jsonb',
});

const INSTALLS: readonly string[] = ['install', 'reinstall'];

function rowOf({ event, sourceId }: DueDelivery, claim: NetworkClaim): ClaimRow[] {
  if (!event) return [];
  const isInstall = INSTALLS.includes(event.kind);
  return [
    {
      install_id: event.installId,
      about: isInstall ? 'install' : sourceId,
      occurred_at: isInstall ? null : event.occurredAt,
      kind: claim.isClick ? 'click' : 'view',
      claimed_at: claim.at,
      campaign_id: claim.campaignId,
      campaign_name: claim.campaignName,
      ad_set_id: claim.adSetId,
      ad_set_name: claim.adSetName,
      ad_id: claim.adId,
      answer: claim.answer,
    },
  ];
}

interface Claimed extends ConnectionKey {
  network: ConnectionKind;
  due: readonly DueDelivery[];
  claims: readonly (NetworkClaim | null)[];
  now: Date;
}

/** Keeps what a network claims in its answers. What it claimed first stays; a job decides about it. */
export async function storeClaims(
  tx: Tx,
  { projectId, connectionId, network, due, claims, now }: Claimed,
): Promise<void> {
  const rows = due.flatMap((delivery, n) => {
    const claim = claims[n];
    return claim ? rowOf(delivery, claim) : [];
  });
  if (rows.length === 0) return;
  await sql`
    insert into network_claims (project_id, install_id, network, about, occurred_at, kind, claimed_at, received_at, campaign_id,
      campaign_name, ad_set_id, ad_set_name, ad_id, answer, ad_network_id)
    select ${projectId}::uuid, r.install_id, ${network}, r.about, r.occurred_at, r.kind, r.claimed_at, ${now}, r.campaign_id,
      r.campaign_name, r.ad_set_id, r.ad_set_name, r.ad_id, r.answer, ${connectionId}::uuid
    from ${CLAIMS.rows(rows)}
    order by r.install_id
    on conflict do nothing`.execute(tx);
  await enqueue(tx, 'apply-claims', { project_id: projectId }, { key: `apply-claims:${projectId}` });
}
