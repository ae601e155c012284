import type { Claim } from '@trailmark/core/attribution/claim';
import type { TouchPlatform } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import { type Job, job } from '../../jobs/runner.ts';
import type { InstallClaim } from '../../pipeline/group.ts';
import type { Kit } from '../../platform/kit.ts';

/** Decided again in one transaction. */
const BATCH = 100;

interface StoredClaim {
  install_id: string;
  /** The install itself, or the id of the event or return that it is about. */
  about: string;
  /** When that happened. */
  occurred_at: Date | null;
  ad_network_id: string;
  network: 'GOOGLE';
  kind: Claim['kind'];
  claimed_at: Date | null;
  campaign_id: string | null;
  campaign_name: string | null;
  ad_set_id: string | null;
  ad_set_name: string | null;
  ad_id: string | null;
  answer: Record<string, unknown>;
  platform: string | null;
}

/** By which evidence a network's claim connects its ad to a device. */
const FOUND_BY = { GOOGLE: 'google_ads' } as const;
interface Pending {
  projectId: string;
  claims: StoredClaim[];
}

const PLATFORMS: readonly TouchPlatform[] = ['ios', 'android', 'web'];

const claimOf = (row: StoredClaim): Claim => ({
  network: row.network,
  kind: row.kind,
  foundBy: FOUND_BY[row.network],
  at: row.claimed_at?.toISOString() ?? null,
  platform: PLATFORMS.find((one) => one === row.platform) ?? 'other',
  answer: {
    ...row.answer,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    adGroupId: row.ad_set_id,
    adGroupName: row.ad_set_name,
    adId: row.ad_id,
  },
});

async function listPending({ db }: Kit, projectId: string): Promise<StoredClaim[]> {
  const { rows } = await sql<StoredClaim>`
    select c.install_id, c.about, c.occurred_at, c.ad_network_id, c.network, c.kind, c.claimed_at, c.campaign_id,
      c.campaign_name, c.ad_set_id, c.ad_set_name, c.ad_id, c.answer, i.platform
    from network_claims c
    left join installs i on i.project_id = ${projectId} and i.install_id = c.install_id
    where c.project_id = ${projectId} and c.applied_at is null
    order by c.received_at, c.install_id limit ${BATCH}`.execute(db);
  return rows;
}

/** Those of installs that are gone: they are not looked at again. */
async function markApplied({ db, clock }: Kit, { projectId, claims }: Pending): Promise<void> {
  const [installIds, abouts] = [claims.map((one) => one.install_id), claims.map((one) => one.about)];
  await sql`update network_claims set applied_at = ${clock.now()}
    where project_id = ${projectId} and applied_at is null and (install_id, about) in (
      select * from unnest(${installIds}::text[], ${abouts}::text[]))`.execute(db);
}

function installClaimOf(projectId: string, row: StoredClaim): InstallClaim[] {
  const { install_id: installId, ad_network_id: adNetworkId, about, occurred_at: at } = row;
  const claimed = { projectId, installId, adNetworkId, claim: claimOf(row) };
  if (about === 'install') return [claimed];
  return at ? [{ ...claimed, session: { id: about, at } }] : [];
}

/** Decides about what networks have claimed in their answers to deliveries. A claim that is applied twice is one. */
export function createApplyStoredClaims(
  applyClaims: (kit: Kit, claims: InstallClaim[]) => Promise<void>,
): Job {
  return job('apply-claims', async (kit, { project_id: projectId }) => {
    for (;;) {
      const pending = await listPending(kit, projectId);
      if (pending.length === 0) return;
      const claims = pending.flatMap((row) => installClaimOf(projectId, row));
      if (claims.length > 0) await applyClaims(kit, claims);
      await markApplied(kit, { projectId, claims: pending });
    }
  });
}
