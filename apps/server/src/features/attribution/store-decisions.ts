import type { Decision, Touch } from '@trailmark/core/attribution/decision';
import { NO_ID } from '@trailmark/core/metrics/counters';
import type { Tx } from '../../db/connection.ts';
import { type AdDetails, adDetails } from '../../pipeline/ad-details.ts';
import { type CreditPeriod, creditAt, sameTimeline, withPeriod } from '../../pipeline/credit.ts';
import type { Group, InstallState, NewDecision } from '../../pipeline/group.ts';
import { moveCredit } from '../../pipeline/move-credit.ts';
import type { ClaimTouch } from './claim-touch.ts';
import type { DecidedOpen, UndecidedOpen } from './conversion.ts';
import { returnOf } from './current-decision.ts';
import {
  type DecisionDays,
  insertDecisions,
  isFirst,
  type Outcome,
  revisedBy,
} from './decision-statement.ts';
import type { MetaTouch } from './read-evidence.ts';

export const snapshot = (install: InstallState): InstallState => ({
  ...install,
  timeline: [...install.timeline],
});

/** The periods of the returns, in their order: a return may be decided when somebody has come back again since. */
function withReturn({ install, kind, row, from, credit, replaces }: Outcome): CreditPeriod[] {
  const periods = install.timeline.filter(({ revision }) => revision !== replaces?.revision);
  if (kind !== 'reattribution' && !replaces?.keepsCredit) return periods;
  return withPeriod(periods, { from, credit, matchType: row.matchType, revision: install.revision });
}

/** Applies a decision to the state that the rest of the group works with. */
function apply(outcome: Outcome): void {
  const { install, credit, kind, row, from } = outcome;
  install.revision += 1;
  if (isFirst(kind)) {
    install.installedAt ??= from;
    install.kind = kind as 'install' | 'reinstall';
    const first = { from: null, credit, matchType: row.matchType, revision: install.revision };
    install.timeline = [first, ...install.timeline.slice(1)];
  } else install.timeline = withReturn(outcome);
  const isBeforeReturn = isFirst(kind) ? install.timeline.length > 1 : outcome.isBeforeReturn;
  if (!isBeforeReturn) show(outcome);
  else install.ad = null;
}

/** What an install shows is its latest return, or else the install itself. */
function show({ install, ad, kind, row }: Outcome): void {
  install.matchType = row.matchType;
  install.touchId = row.touchId;
  install.touchedAt = row.touchedAt;
  install.verdict = row.verdict;
  install.deepLink = row.deepLink ?? install.deepLink;
  if (kind !== 'reengagement') install.ad = ad ?? null;
}

const COUNTER = {
  install: 'installs',
  reinstall: 'reinstalls',
  reengagement: 'reengagements',
  reattribution: 'reattributions',
} as const;

function count(group: Group, outcome: Outcome, days: DecisionDays, sign: 1 | -1): void {
  const { install, before, kind, replaces } = outcome;
  const state = sign === 1 ? install : before;
  const credit = sign === 1 ? outcome.credit : (replaces?.credit ?? creditAt(before, new Date(0)));
  const key = {
    localDate: days.local_date,
    cohortDate: isFirst(kind) ? days.cohort_date : null,
    credit,
    country: state.country,
    platform: state.platform,
  };
  const counted = sign === 1 ? kind : (replaces?.kind ?? before.kind ?? kind);
  group.deltas.add({ metric: COUNTER[counted], ...key }, sign);
  const { verdict } = sign === 1 ? outcome.row : before;
  if (isFirst(kind) && verdict !== 'clean') group.deltas.add({ metric: 'suspicious_installs', ...key }, sign);
}

const newDecision = (outcome: Outcome): NewDecision => ({
  install: outcome.install,
  kind: outcome.kind,
  revision: outcome.install.revision,
  isRevised: revisedBy(outcome) !== null,
  credit: outcome.credit,
  matchType: outcome.row.matchType,
  verdict: outcome.row.verdict,
  inForceFrom: outcome.from,
  receivedAt: outcome.receivedAt,
  isImported: outcome.because === 'import',
});

/** Whether what an install did has to be moved: a return that is decided as it happens changes only what comes. */
function isPastMoved({ before, install, kind, because, replaces }: Outcome): boolean {
  if (install.bornOf !== null) return false;
  const isLate = because === 'claim' || Boolean(replaces);
  return isFirst(kind) || (isLate && !sameTimeline(before, install));
}

/** Writes decisions, and moves what they change in the rollups. */
export async function storeOutcomes(tx: Tx, group: Group, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  for (const outcome of outcomes) apply(outcome);
  const days = await insertDecisions(tx, group, outcomes);
  group.decisions.push(...outcomes.map(newDecision));
  for (const [n, outcome] of outcomes.entries()) {
    const ownDays = days[n];
    if (!ownDays) throw new Error('A decision has no day.');
    const { before, install } = outcome;
    install.cohortDate = ownDays.cohort_date;
    if (outcome.replaces || (isFirst(outcome.kind) && before.revision > 0))
      count(group, outcome, ownDays, -1);
    count(group, outcome, ownDays, 1);
  }
  for (const outcome of outcomes) {
    const { before, install } = outcome;
    if (isPastMoved(outcome)) await moveCredit(tx, group.deltas, { before, after: install });
  }
}

/** The ad that won; null where it is not among what was found, as for a device that keeps an older credit. */
function adOf(
  { touches, touchDetails }: UndecidedOpen,
  { touchId, adSet, creative }: Decision,
): AdDetails | null {
  const touch: (Touch & Partial<ClaimTouch & MetaTouch>) | undefined = touches.find(
    ({ id }) => id === touchId,
  );
  if (!touch) return null;
  const params = touchDetails.get(touch.id)?.params;
  const { claim = null, meta = null } = touch;
  return adDetails({ adSet, creative, claim, meta, params: params ? JSON.parse(params) : null });
}

/** Stores what core decided. */
export async function storeDecisions(tx: Tx, group: Group, decided: DecidedOpen[]): Promise<void> {
  const outcomes = decided.flatMap(({ open, receipt }): Outcome[] => {
    const { decision } = receipt;
    if (decision.kind === null) return [];
    const before = snapshot(open.install);
    const { item, install, revises } = open;
    // It was the deep link of the click that is not credited any more.
    if (revises && revises.receipt.decision.touchId !== decision.touchId) install.deepLink = null;
    if (install.installedAt === null) {
      install.platform = item.platform;
      install.country = item.country;
    }
    return [
      {
        before,
        install,
        kind: decision.kind,
        because: open.kind,
        from: revises?.in_force_from ?? open.at,
        replaces: revises && returnOf(revises),
        receivedAt: item.receivedAt,
        credit: {
          campaignId: decision.campaignId ?? NO_ID,
          linkId: decision.linkId ?? NO_ID,
          network: decision.network,
        },
        ad: adOf(open, decision),
        row: {
          matchType: decision.matchType,
          touchId: decision.touchId,
          touchedAt: decision.touchedAt ? new Date(decision.touchedAt) : null,
          ruleVersion: receipt.rules.version,
          verdict: decision.verdict,
          reasons: decision.reasons,
          receipt,
          deepLink: open.touchDetails.get(decision.touchId ?? '')?.deepLink ?? null,
        },
      },
    ];
  });
  await storeOutcomes(tx, group, outcomes);
}
