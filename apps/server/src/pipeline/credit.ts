import { ORGANIC } from '@trailmark/contract/networks';
import { NO_ID } from '@trailmark/core/metrics/counters';

/** Whom something is credited to; the nil uuid where there is no campaign or link. */
export interface Credit {
  campaignId: string;
  linkId: string;
  network: string;
}

interface Credited {
  timeline: { from: Date | null; credit: Credit }[];
}

export const NO_CREDIT: Credit = { campaignId: NO_ID, linkId: NO_ID, network: ORGANIC };

export const sameCredit = (one: Credit, other: Credit) =>
  one.campaignId === other.campaignId && one.linkId === other.linkId && one.network === other.network;

/** The credit in force at an instant; the first decision reaches back to the beginning. */
export function creditAt(install: Credited, at: Date): Credit {
  const { timeline } = install;
  for (let index = timeline.length - 1; index > 0; index -= 1) {
    const part = timeline[index];
    if (part?.from && part.from <= at) return part.credit;
  }
  return timeline[0]?.credit ?? NO_CREDIT;
}

/** What is credited now. */
export function creditNow(install: Credited): Credit {
  return install.timeline.at(-1)?.credit ?? NO_CREDIT;
}
