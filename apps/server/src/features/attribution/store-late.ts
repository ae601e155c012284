import type { MatchType } from '@trailmark/core/attribution/decision';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type Credit, creditAt, withPeriod } from '../../pipeline/credit.ts';
import type { Group, InstallState } from '../../pipeline/group.ts';
import type { InstallKey } from './current-decision.ts';
import type { Outcome } from './decision-statement.ts';
import { storeOutcomes } from './store-decisions.ts';

interface LaterReturn {
  revision: number;
  kind: 'reengagement' | 'reattribution';
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: MatchType;
}

const findLater = prepare<LaterReturn>(`
  select revision, kind, in_force_from, campaign_id, link_id, network, match_type from decisions_in_force
  where project_id = $1::uuid and install_id = $2 and kind in ('reengagement', 'reattribution')
    and in_force_from > $3::timestamptz
  order by in_force_from, revision desc limit 1`);

/** The next time that somebody came back; null: never since. */
async function findLaterReturn(tx: Tx, { projectId, installId }: InstallKey, at: Date) {
  return (await findLater(tx, [projectId, installId, at]))[0] ?? null;
}

const keep = prepare(`update decisions set keeps_credit = true
  where project_id = $1::uuid and install_id = $2 and revision = $3::int`);

/** A later return keeps its credit: a re-engagement, which moved none, is credited from its time on. */
async function keepCredit(tx: Tx, install: InstallState, kept: LaterReturn): Promise<void> {
  if (kept.kind !== 'reengagement') return;
  const { revision, in_force_from: from, match_type: matchType } = kept;
  const credit = { campaignId: kept.campaign_id, linkId: kept.link_id, network: kept.network };
  await keep(tx, [install.projectId, install.installId, revision]);
  const others = install.timeline.filter((period) => period.revision !== revision);
  install.timeline = withPeriod(others, { from, credit, matchType, revision });
}

const isSameCampaign = (one: Credit, other: Credit) =>
  one.campaignId === other.campaignId && one.network === other.network;

/** Stores what is decided later than it happened, by a claim or a coupon: a return since then keeps its credit. */
export async function storeLate(tx: Tx, group: Group, outcome: Outcome): Promise<void> {
  const { before, install, kind, from, credit } = outcome;
  const next = await findLaterReturn(tx, install, from);
  const isMoved =
    kind !== 'reengagement' && next && !isSameCampaign(creditAt(before, next.in_force_from), credit);
  if (isMoved) await keepCredit(tx, install, next);
  await storeOutcomes(tx, group, [{ ...outcome, isBeforeReturn: next !== null }]);
}
