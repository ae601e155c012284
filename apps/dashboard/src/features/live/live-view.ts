import { LIVE_KINDS, type LiveItem } from '@trailmark/contract/live';
import { choicesParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';

export type LiveKind = LiveItem['kind'];

/** The filter of live items; no kinds means all. */
export interface LiveView {
  kinds: readonly LiveKind[];
  /** A device or person. */
  of: string;
}

export const ALL_LIVE: LiveView = { kinds: [], of: '' };

/** As the call takes it; all kinds are no filter. */
export function liveQuery({ kinds, of }: LiveView) {
  const isAll = kinds.length === LIVE_KINDS.length;
  return { kinds: (!isAll && kinds.join(',')) || undefined, of: of || undefined };
}

export const LIVE_VIEW: AddressSchema<LiveView> = {
  kinds: {
    read: choicesParam<LiveKind>('kinds', LIVE_KINDS).read,
    write: (kinds) => ({ kinds: liveQuery({ kinds, of: '' }).kinds }),
  },
  of: textParam('of', 256),
};
