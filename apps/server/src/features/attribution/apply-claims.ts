import type { AttributionWindows } from '@trailmark/contract/windows';
import { type Claim, isSameAdEvent } from '@trailmark/core/attribution/claim';
import type { Receipt, Touch } from '@trailmark/core/attribution/decision';
import { isReturn } from '@trailmark/core/attribution/judge-touch';
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
  findReturnOfSession,
  isCreditedBefore,
  openSession,
  type UndecidedSession,
} from './claimed-session.ts';
import {
  type CurrentDecision,
  findCurrentDecisions,
  type InstallKey,
  releaseTouch,
  returnOf,
} from './current-decision.ts';
import type { Outcome } from './decision-statement.ts';
import { snapshot } from './store-decisions.ts';
import { storeLate } from './store-late.ts';

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

/** What a claim is decided with, and the decision that is made again; null: nothing was decided about a session. */
interface ClaimedOpen extends UndecidedSession {
  touches: Touch[];
  decided: CurrentDecision | null;
}

const timeOf = ({ at }: Claim, openedAt: Date): Date => (at === null ? openedAt : new Date(at));

/** The install, or the return of the session. A session that brought nobody back so far may do so by the claim. */
async function findOpen(
  tx: Tx,
  install: InstallState,
  { claim, session }: InstallClaim,
): Promise<ClaimedOpen | null> {
  const { projectId, installId } = install;
  const decided = session
    ? await findReturnOfSession(tx, install, session.at)
    : (await findCurrentDecisions(tx, projectId, [installId])).get(installId);
  if (decided) return { ...decided.receipt, networkWindows: decided.network_windows ?? {}, decided };
  if (!session) return null;
  const opened = await openSession(tx, install, { at: session.at, touchedAt: timeOf(claim, session.at) });
  return opened && { ...opened, touches: [], decided: null };
}

/** Decides from what was known then and the claim. */
async function decideWith(
  tx: Tx,
  { projectId, installId, claim }: InstallClaim,
  open: ClaimedOpen,
): Promise<Receipt> {
  const { conversion, touches, rules, networkWindows, decided } = open;
  const campaign = await findCampaign(tx, projectId, claim);
  const windows = resolveWindows(rules.windows, networkWindows[claim.network], campaign?.windows);
  const credited = { answer: claim.answer, except: decided?.revision ?? null };
  const isUsed = isReturn(conversion) && (await isCreditedBefore(tx, { projectId, installId }, credited));
  const touch = claimTouch(claim, conversion, { windows, campaignId: campaign?.id ?? null });
  return issueReceipt(conversion, [...touches, { ...touch, usedBy: isUsed ? installId : null }], rules);
}

/** Of what is decided by a claim or a coupon: about an install, about a return, or again about either. */
export function outcomeOf(
  install: InstallState,
  decided: CurrentDecision | null,
  { receipt, receivedAt }: { receipt: Receipt; receivedAt: Date },
): Outcome {
  const { decision, rules, conversion } = receipt;
  return {
    // Rollups are corrected by what was decided about the install, not about a return since then.
    before: { ...snapshot(install), verdict: decided?.verdict ?? install.verdict },
    install,
    kind: decision.kind ?? 'install',
    because: 'claim',
    from: decided?.in_force_from ?? new Date(conversion.at),
    replaces: decided && returnOf(decided),
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

/** Keeps what a network claims, as one that is decided about; what it claimed first stays. */
async function insertClaim(
  tx: Tx,
  { projectId, installId, adNetworkId, claim, session }: InstallClaim,
  now: Date,
) {
  await tx
    .insertInto('network_claims')
    .values({
      project_id: projectId,
      install_id: installId,
      network: claim.network,
      ...(session ? { about: session.id, occurred_at: session.at } : {}),
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

/** Accounts of one network may each claim an open by an ad of their own. */
const isOfClaim = ({ foundBy, claim: known }: Touch & Partial<ClaimTouch>, { answer, ...claim }: Claim) =>
  foundBy.includes(claim.foundBy) && known !== undefined && isSameAdEvent(known, answer);

/**
 * Decides about an install again, or about a session, with the claim among its touches. What was decided before has a new
 * revision also when the claim lost, for the receipt says why. A claim that is sent twice is one, and one that brings
 * nobody back changes nothing.
 */
async function applyClaim(tx: Tx, group: Group, given: InstallClaim): Promise<void> {
  const { claim, session } = given;
  const install = group.installs.get(given.installId);
  // It or its project was deleted before its network answered.
  if (!install) return;
  if (!session) {
    await clearHold(tx, given);
    install.claimPendingUntil = null;
  }
  await insertClaim(tx, given, group.now);
  const open = await findOpen(tx, install, given);
  if (!open || open.touches.some((touch) => isOfClaim(touch, claim))) return;
  const receipt = await decideWith(tx, given, open);
  if (receipt.decision.kind === null) return;
  const old = open.decided?.receipt.decision.touchId ?? null;
  if (receipt.decision.touchId !== old) await releaseTouch(tx, given, old);
  const outcome = outcomeOf(install, open.decided, { receipt, receivedAt: group.now });
  await storeLate(tx, group, outcome);
}

/** Decides what networks claim. Claims arrive one at a time, so each has statements of its own. */
export const applyClaims: Step = async (tx, group) => {
  for (const claim of group.claims) await applyClaim(tx, group, claim);
};
