import { NO_ID } from '../metrics/counters.ts';
import type { Decision, Receipt } from './decision.ts';
import { recompute } from './receipt.ts';

/** The columns of a stored decision, and its receipt. */
export interface StoredDecision {
  kind: string;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string;
  touch_id: string | null;
  verdict: string;
  receipt: Receipt;
}

/** The columns must match the receipt. */
function compareColumns(row: StoredDecision, decision: Decision): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['kind', row.kind, decision.kind],
    ['campaign', row.campaign_id, decision.campaignId ?? NO_ID],
    ['link', row.link_id, decision.linkId ?? NO_ID],
    ['network', row.network, decision.network],
    ['match', row.match_type, decision.matchType],
    ['touch', row.touch_id, decision.touchId],
    ['verdict', row.verdict, decision.verdict],
  ];
  return pairs
    .filter(([, stored, decided]) => stored !== decided)
    .map(([name, stored, decided]) => `${name} is ${stored}, decided again it is ${decided}`);
}

/** Decides a stored decision again from its receipt alone, and says what differs; nothing when it is the same. */
export function compareStored(row: StoredDecision): string[] {
  try {
    const { same, decision } = recompute(row.receipt);
    const columns = compareColumns(row, decision);
    return same ? columns : ['the receipt leads to another decision', ...columns];
  } catch (error) {
    return [`the receipt cannot be read: ${(error as Error).message}`];
  }
}
