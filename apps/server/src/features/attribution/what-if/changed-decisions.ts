import { WHAT_IF_ROWS } from '@trailmark/contract/what-if';
import type { Decision } from '@trailmark/core/attribution/decision';
import { hasSameCredit, type ReplayedDecision } from '@trailmark/core/attribution/replay';
import { type CampaignScope, isInScope } from '../../../access/campaign-scope.ts';
import type { ReceiptRow } from './read-receipts.ts';

/** Decisions that change alike: who is credited, what the open is, or what the fraud checks say. */
export interface ChangedGroup<Value> {
  group: string;
  count: number;
  from: Value;
  to: Value;
}

export interface ChangedRow {
  installId: string;
  at: Date;
  from: ReplayedDecision;
  to: ReplayedDecision;
}

/** Of a campaign that the reader may not see, only that there is one. */
export type CreditKey = { campaignId: string | null; network: string } | 'hidden' | 'unknown';

const creditText = (credit: CreditKey) =>
  typeof credit === 'string' ? credit : `${credit.campaignId ?? ''}:${credit.network}`;

/** Who is credited, for a reader. */
export function creditOf(decision: ReplayedDecision, scope: CampaignScope): CreditKey {
  const { isUnknown, campaignId, network } = decision;
  if (isUnknown) return 'unknown';
  return isInScope(scope, campaignId) ? { campaignId, network } : 'hidden';
}

function isMoved(from: ReplayedDecision, to: ReplayedDecision): boolean {
  if (from.isUnknown || to.isUnknown) return from.isUnknown !== to.isUnknown;
  return !hasSameCredit(from, to);
}

type Groups<Value> = Map<string, ChangedGroup<Value>>;

function addTo<Value>(groups: Groups<Value>, group: string, change: { from: Value; to: Value }): string {
  const known = groups.get(group) ?? { group, count: 0, ...change };
  known.count += 1;
  groups.set(group, known);
  return group;
}

const mostFirst = <Value>(groups: Groups<Value>) =>
  [...groups.values()].sort((one, other) => other.count - one.count || (one.group < other.group ? -1 : 1));

/** Sums up how decisions differ, for a reader, and keeps the newest rows of one group. */
export function createChanges(scope: CampaignScope, opened: string | undefined) {
  const moves: Groups<CreditKey> = new Map();
  const kinds: Groups<NonNullable<Decision['kind']> | 'none'> = new Map();
  const verdicts: Groups<Decision['verdict']> = new Map();
  const rows: ChangedRow[] = [];
  let tried = 0;
  let changed = 0;

  const groupsOf = (from: ReplayedDecision, to: ReplayedDecision): string[] => {
    const groups: string[] = [];
    if (isMoved(from, to)) {
      const credit = { from: creditOf(from, scope), to: creditOf(to, scope) };
      groups.push(addTo(moves, `credit ${creditText(credit.from)} ${creditText(credit.to)}`, credit));
    }
    if (from.kind !== to.kind) {
      const kind = { from: from.kind ?? ('none' as const), to: to.kind ?? ('none' as const) };
      groups.push(addTo(kinds, `kind ${kind.from} ${kind.to}`, kind));
    }
    if (from.verdict !== to.verdict && !from.isUnknown && !to.isUnknown) {
      const verdict = { from: from.verdict, to: to.verdict };
      groups.push(addTo(verdicts, `verdict ${verdict.from} ${verdict.to}`, verdict));
    }
    return groups;
  };

  const add = (row: ReceiptRow, from: ReplayedDecision, to: ReplayedDecision): void => {
    // For a guest there is what concerns their campaigns, and nothing else.
    if (!isInScope(scope, from.campaignId) && !isInScope(scope, to.campaignId)) return;
    tried += 1;
    const groups = groupsOf(from, to);
    if (groups.length > 0) changed += 1;
    if (
      opened === undefined ||
      !groups.includes(opened) ||
      !isInScope(scope, row.receipt.decision.campaignId)
    )
      return;
    rows.push({ installId: row.install_id, at: row.in_force_from, from, to });
    if (rows.length > WHAT_IF_ROWS) rows.shift();
  };

  return {
    add,
    result: () => ({
      tried,
      changed,
      moves: mostFirst(moves),
      kinds: mostFirst(kinds),
      verdicts: mostFirst(verdicts),
      rows: opened === undefined ? null : [...rows].reverse(),
    }),
  };
}

export type ChangedDecisions = ReturnType<ReturnType<typeof createChanges>['result']>;
