import { LIVE_KINDS, type LiveItem } from '@trailmark/contract/live';

export type LiveKind = LiveItem['kind'];

/** What is let through, as the address says; no kinds means all. */
export interface LiveView {
  kinds: readonly LiveKind[];
  /** A device or person. */
  of: string;
}

export function readLiveView(address: Record<string, unknown>): LiveView {
  const asked = typeof address.kinds === 'string' ? address.kinds.split(',') : [];
  const of = ['string', 'number'].includes(typeof address.of) ? String(address.of).trim().slice(0, 256) : '';
  return { kinds: LIVE_KINDS.filter((kind) => asked.includes(kind)), of };
}

export function writeLiveView({ kinds, of }: LiveView) {
  const isAll = kinds.length === 0 || kinds.length === LIVE_KINDS.length;
  return { kinds: isAll ? undefined : kinds.join(','), of: of || undefined };
}
