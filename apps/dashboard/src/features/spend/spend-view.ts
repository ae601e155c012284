import {
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  MOST_DIFFERENCE_DAYS,
} from '@trailmark/contract/network-spend';
import { choiceParam, nameParam, optionalParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import { addDays, countDays, isDay } from '../../report/calendar-day.ts';
import type { DayRange } from '../../report/report-range.ts';

/** Networks that claim installs for themselves. */
export const CLAIMING_NETWORKS = ['META', 'GOOGLE', 'TIKTOK'] as const;
export type ClaimingNetwork = (typeof CLAIMING_NETWORKS)[number];

export const SPEND_TABS = ['imports', 'matching', 'difference'] as const;
export const MATCH_STATES = ['unmatched', 'matched', 'ignored', 'all'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

/** The state of the spend screen. */
export interface SpendView {
  tab: (typeof SPEND_TABS)[number];
  state: MatchState;
  /** Null: all of them, or the first that is connected where only one can be shown. */
  network: ClaimingNetwork | null;
  /** One of ours, of the difference. */
  campaign: string | null;
  /** Of the difference; null: the last days. */
  days: DayRange | null;
  /** The cause whose installs are open. */
  cause: DifferenceCause | null;
}

export const DEFAULT_SPEND_VIEW: SpendView = {
  tab: 'imports',
  state: 'unmatched',
  network: null,
  campaign: null,
  days: null,
  cause: null,
};

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const SPEND_VIEW: AddressSchema<SpendView> = {
  tab: choiceParam('tab', SPEND_TABS),
  state: choiceParam('state', MATCH_STATES),
  network: optionalParam('network', choiceParam('network', CLAIMING_NETWORKS)),
  campaign: optionalParam('campaign', nameParam('campaign', isUuid)),
  days: {
    read: ({ from, to }) =>
      isDay(from) && isDay(to) && from <= to && countDays(from, to) <= MOST_DIFFERENCE_DAYS
        ? { from, to }
        : undefined,
    write: (days) => ({ from: days?.from, to: days?.to }),
  },
  cause: optionalParam('cause', choiceParam('cause', DIFFERENCE_CAUSES)),
};

/** The usual periods of the difference, in days up to today. */
export const LAST_DAYS = ['7', '14', '28', '62'] as const;
export type LastDays = (typeof LAST_DAYS)[number];

export const lastDays = (length: LastDays, today: string): DayRange => ({
  from: addDays(today, 1 - Number(length)),
  to: today,
});

/** Networks in the order of the list, of those that have an account. */
export const connectedOf = (imports: readonly { kind: string }[]): ClaimingNetwork[] =>
  CLAIMING_NETWORKS.filter((network) => imports.some(({ kind }) => kind === network));
