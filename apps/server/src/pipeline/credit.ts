import { ORGANIC } from '@trailmark/contract/networks';
import type { MatchType } from '@trailmark/core/attribution/decision';
import { NO_ID } from '@trailmark/core/metrics/counters';

/** Whom something is credited to; the nil uuid where there is no campaign or link. */
export interface Credit {
  campaignId: string;
  linkId: string;
  network: string;
}

/** Who is credited from an instant on, and the decision that says so. */
export interface CreditPeriod {
  /** null: from the beginning. */
  from: Date | null;
  credit: Credit;
  matchType: MatchType | null;
  /** Of the decision; 0 where nothing was decided. */
  revision: number;
}

interface Credited {
  timeline: CreditPeriod[];
}

export const NO_CREDIT: Credit = { campaignId: NO_ID, linkId: NO_ID, network: ORGANIC };

export const NO_CREDIT_PERIOD: CreditPeriod = {
  from: null,
  credit: NO_CREDIT,
  matchType: null,
  revision: 0,
};

export const sameCredit = (one: Credit, other: Credit) =>
  one.campaignId === other.campaignId && one.linkId === other.linkId && one.network === other.network;

/** A timeline with another period in the order of time. */
export function withPeriod(timeline: CreditPeriod[], period: CreditPeriod & { from: Date }): CreditPeriod[] {
  const later = timeline.findIndex(({ from }) => from !== null && from > period.from);
  return timeline.toSpliced(later < 0 ? timeline.length : later, 0, period);
}

/** Whether two timelines credit the same at every instant. */
export function sameTimeline({ timeline: one }: Credited, { timeline: other }: Credited): boolean {
  if (one.length !== other.length) return false;
  return one.every((period, n) => {
    const match = other[n];
    return (
      match?.from?.getTime() === period.from?.getTime() &&
      sameCredit(match?.credit ?? NO_CREDIT, period.credit)
    );
  });
}

/** The period of an instant; the first decision reaches back to the beginning. */
export function creditPeriodAt({ timeline }: Credited, at: Date): CreditPeriod {
  for (let index = timeline.length - 1; index > 0; index -= 1) {
    const period = timeline[index];
    if (period?.from && period.from <= at) return period;
  }
  return timeline[0] ?? NO_CREDIT_PERIOD;
}

/** The credit in force at an instant. */
export const creditAt = (install: Credited, at: Date): Credit => creditPeriodAt(install, at).credit;

/** What is credited now. */
export function creditNow(install: Credited): Credit {
  return install.timeline.at(-1)?.credit ?? NO_CREDIT;
}
