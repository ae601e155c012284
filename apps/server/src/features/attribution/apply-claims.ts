import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Claim } from '@trailmark/core/attribution/claim';
import type { Receipt, Touch } from '@trailmark/core/attribution/decision';
import { issueReceipt } from '@trailmark/core/attribution/receipt';
import { resolveWindows } from '@trailmark/core/attribution/windows';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { wakeLanes } from '../../connections/connection.ts';
import { releaseHeld } from '../../connections/release-held.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Group, InstallClaim, InstallState, Step } from '../../pipeline/group.ts';
import type { Kit } from '../../platform/kit.ts';
import { type ClaimTouch, claimTouch } from './claim-touch.ts';
import {
  type CurrentDecision,
  findCurrentDecisions,
  type InstallKey,
  releaseTouch,
} from './current-decision.ts';
import type { Outcome } from './decision-statement.ts';
import { storeOutcomes } from './store-decisions.ts';

/** Nothing is awaited any more for this install; gives when it was installed. */
async function clearHold(db: Db | Tx, { projectId, installId }: InstallKey): Promise<Date | null> {
  const row = await db
    .updateTable('installs')
    .set({ claim_pending_until: null })
    .where('project_id', '=', projectId)
    .where('install_id', '=', installId)
    .returning('installed_at')
    .executeTakeFirst();
  return row?.installed_at ?? null;
}

/** The network claims nothing: what waited for it goes out. */
export async function endHold({ db, clock }: Kit, { projectId, installId }: InstallKey): Promise<void> {
  const now = clock.now();
  const installedAt = await clearHold(db, { projectId, installId });
  if (!installedAt) return;
  await releaseHeld(db, now, { projectId, installId, installedAt });
  await wakeLanes(db, now, [projectId]);
}

interface ClaimedCampaign {
  id: string;
  windows: Partial<AttributionWindows>;
}

/**
 * The campaign of ours that a network means: the one that its campaign was matched to, else the one of that network which
 * has the name that it gives. Two of that name, or none: the network is credited without a campaign.
 */
async function findCampaign(
  tx: Tx,
  projectId: string,
  { network, answer }: Claim,
): Promise<ClaimedCampaign | null> {
  const { rows: matched } = await sql<ClaimedCampaign>`select c.id, c.windows from network_ads a
    join campaigns c on c.project_id = ${projectId} and c.id = a.campaign_id
    where a.project_id = ${projectId} and a.kind = ${network} and a.network_campaign_id = ${answer.campaignId}
      and a.network_ad_set_id = '' limit 1`.execute(tx);
  if (matched[0]) return matched[0];
  const name = answer.campaignName?.trim();
  if (!name) return null;
  const { rows } = await sql<ClaimedCampaign>`select id, windows from campaigns
    where project_id = ${projectId} and network = ${network} and lower(name) = lower(${name}) limit 2`.execute(
    tx,
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** Decides once more from what was known then and the claim. */
function decideWith(decided: CurrentDecision, claim: Claim, campaign: ClaimedCampaign | null): Receipt {
  const { conversion, touches, rules } = decided.receipt;
  const ofNetwork = decided.network_windows?.[claim.network];
  const windows = resolveWindows(rules.windows, ofNetwork, campaign?.windows);
  const touch = claimTouch(claim, conversion, { windows, campaignId: campaign?.id ?? null });
  return issueReceipt(conversion, [...touches, touch], rules);
}

/** Of what is decided again about an install. */
export function outcomeOf(
  install: InstallState,
  decided: CurrentDecision,
  { receipt, receivedAt }: { receipt: Receipt; receivedAt: Date },
): Outcome {
  const { decision, rules } = receipt;
  return {
    // Rollups are corrected by what was decided about the install, not about a return since then.
    before: { ...install, timeline: [...install.timeline], verdict: decided.verdict },
    install,
    kind: decision.kind ?? 'install',
    because: 'claim',
    from: install.installedAt ?? decided.in_force_from,
    receivedAt,
    credit: {
      campaignId: decision.campaignId ?? NO_ID,
      linkId: decision.linkId ?? NO_ID,
      network: decision.network,
    },
    row: {
      matchType: decision.matchType,
      touchId: decision.touchId,
      touchedAt: decision.touchedAt ? new Date(decision.touchedAt) : null,
      ruleVersion: rules.version,
      verdict: decision.verdict,
      reasons: decision.reasons,
      receipt,
      deepLink: null,
    },
  };
}

/** An install goes on showing who is credited for a return since then. */
export async function keepReturn(tx: Tx, shown: InstallState): Promise<void> {
  if (shown.timeline.length < 2) return;
  const { matchType, touchedAt, verdict } = shown;
  await tx
    .updateTable('installs')
    .set({ match_type: matchType, touched_at: touchedAt, verdict })
    .where('project_id', '=', shown.projectId)
    .where('install_id', '=', shown.installId)
    .execute();
}

/** Keeps what a network claims, as one that is decided about; what it claimed first stays. */
async function insertClaim(tx: Tx, { projectId, installId, adNetworkId, claim }: InstallClaim, now: Date) {
  await tx
    .insertInto('network_claims')
    .values({
      project_id: projectId,
      install_id: installId,
      network: claim.network,
      kind: claim.kind,
      claimed_at: claim.at,
      received_at: now,
      applied_at: now,
      ad_network_id: adNetworkId ?? NO_ID,
      campaign_id: claim.answer.campaignId,
      campaign_name: claim.answer.campaignName ?? null,
      ad_set_id: claim.answer.adGroupId,
      ad_set_name: claim.answer.adGroupName ?? null,
      ad_id: claim.answer.adId,
      answer: JSON.stringify(claim.answer),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'install_id', 'network', 'about', 'ad_network_id'])
        .doUpdateSet({ applied_at: now })
        .where('network_claims.applied_at', 'is', null),
    )
    .execute();
}

/** Accounts of one network may each claim an install by an ad of their own. */
const isOfClaim = ({ foundBy, claim: known }: Touch & Partial<ClaimTouch>, { answer, ...claim }: Claim) =>
  foundBy.includes(claim.foundBy) && (known?.adId ?? null) === answer.adId;

/**
 * Makes a new revision of an install's decision, with the claim among its touches: also when the claim lost, for the
 * receipt says why. A claim that is sent twice is one.
 */
async function applyClaim(tx: Tx, group: Group, given: InstallClaim): Promise<void> {
  const { claim, ...key } = given;
  const install = group.installs.get(key.installId);
  // It or its project was deleted before its network answered.
  if (!install) return;
  await clearHold(tx, key);
  install.claimPendingUntil = null;
  await insertClaim(tx, given, group.now);
  const decided = (await findCurrentDecisions(tx, key.projectId, [key.installId])).get(key.installId);
  const isRepeat = decided?.receipt.touches.some((touch) => isOfClaim(touch, claim));
  if (!decided || isRepeat) return;
  const shown = { ...install, timeline: [...install.timeline] };
  const campaign = await findCampaign(tx, key.projectId, claim);
  const receipt = decideWith(decided, claim, campaign);
  const old = decided.receipt.decision.touchId;
  if (receipt.decision.touchId !== old) await releaseTouch(tx, key, old);
  await storeOutcomes(tx, group, [outcomeOf(install, decided, { receipt, receivedAt: group.now })]);
  await keepReturn(tx, shown);
}

/** Decides claimed installs again. Claims arrive one at a time, so each has statements of its own. */
export const applyClaims: Step = async (tx, group) => {
  for (const claim of group.claims) await applyClaim(tx, group, claim);
};
