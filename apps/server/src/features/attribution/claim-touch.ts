import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Conversion, Touch } from '@trailmark/core/attribution/decision';
import type { AdServicesClaim } from '@trailmark/core/referrers/adservices';
import { newId } from '../../platform/ids.ts';

/** The network of what Apple claims: it names campaigns that are not ours. */
export const APPLE = 'APPLE';

/** Keeps what Apple said, its own campaign ids too: a receipt holds all that it was decided from. */
export interface ClaimTouch extends Touch {
  claim: AdServicesClaim;
}

/** A time that Apple does not tell, or that lies after the open by rounding, is that of the open. */
function timeOf(claim: AdServicesClaim, conversion: Conversion): Date {
  const openedAt = Date.parse(conversion.at);
  const claimedAt = claim.at === null ? openedAt : Date.parse(claim.at);
  return new Date(Math.min(claimedAt, openedAt));
}

/** Apple's claim as a touch that competes with the others. */
export function claimTouch(
  claim: AdServicesClaim,
  conversion: Conversion,
  windows: AttributionWindows,
): ClaimTouch {
  const at = timeOf(claim, conversion);
  return {
    id: newId(at),
    kind: claim.kind,
    at: at.toISOString(),
    campaignId: null,
    linkId: null,
    network: APPLE,
    adSet: claim.adGroupId,
    creative: claim.adId,
    ownedMedia: false,
    platform: 'ios',
    foundBy: ['adservices'],
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
    claim,
  };
}
