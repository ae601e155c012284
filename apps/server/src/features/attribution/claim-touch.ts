import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Claim } from '@trailmark/core/attribution/claim';
import type { Conversion, Touch } from '@trailmark/core/attribution/decision';
import { newId } from '../../platform/ids.ts';

/** Keeps what the network said: a receipt holds all that it was decided from. */
export interface ClaimTouch extends Touch {
  claim: Claim['answer'];
}

/** Without a time, or with one that rounding puts after the open, the time is that of the open. */
function timeOf(claim: Claim, conversion: Conversion): Date {
  const openedAt = Date.parse(conversion.at);
  const claimedAt = claim.at === null ? openedAt : Date.parse(claim.at);
  return new Date(Math.min(claimedAt, openedAt));
}

/** A claim as a touch that competes with the others. */
export function claimTouch(
  claim: Claim,
  conversion: Conversion,
  { windows, campaignId }: { windows: AttributionWindows; campaignId: string | null },
): ClaimTouch {
  const at = timeOf(claim, conversion);
  return {
    id: newId(at),
    kind: claim.kind,
    at: at.toISOString(),
    campaignId,
    linkId: null,
    network: claim.network,
    adSet: claim.answer.adGroupName ?? claim.answer.adGroupId,
    creative: claim.answer.adId,
    ownedMedia: false,
    platform: claim.platform,
    foundBy: [claim.foundBy],
    ip: null,
    advertisingId: null,
    osVersion: null,
    model: null,
    language: null,
    isRelay: false,
    windows,
    usedBy: null,
    sameDeviceTouches: 0,
    sameIpTouches: 0,
    isForged: false,
    isOutlier: false,
    claim: claim.answer,
  };
}
