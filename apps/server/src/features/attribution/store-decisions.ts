import type { Decision, Touch } from '@trailmark/core/attribution/decision';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type AdDetails, adDetails } from '../../pipeline/ad-details.ts';
import { type Credit, creditAt, creditNow } from '../../pipeline/credit.ts';
import type { Group, InstallState } from '../../pipeline/group.ts';
import { restate } from '../../pipeline/restate.ts';
import type { ClaimTouch } from './claim-touch.ts';
import type { Asked, Decided } from './conversion.ts';
import type { MetaTouch } from './read-evidence.ts';

/** What a decision changes about its install. */
export interface Outcome {
  before: InstallState;
  install: InstallState;
  kind: 'install' | 'reinstall' | 'reengagement' | 'reattribution';
  because: 'first_open' | 'deep_link' | 'claim' | 'import';
  from: Date;
  credit: Credit;
  /** Where it was found with the touch. */
  ad?: AdDetails | null;
  row: {
    matchType: InstallState['matchType'];
    touchId: string | null;
    touchedAt: Date | null;
    ruleVersion: number;
    verdict: InstallState['verdict'];
    reasons: string[];
    receipt: unknown;
    deepLink: string | null;
  };
}

export const snapshot = (install: InstallState): InstallState => ({
  ...install,
  timeline: [...install.timeline],
});
const isFirst = (kind: Outcome['kind']) => kind === 'install' || kind === 'reinstall';

/** Applies a decision to the state that the rest of the group works with. */
function apply(outcome: Outcome): void {
  const { install, credit, ad, kind, row, from } = outcome;
  install.revision += 1;
  if (isFirst(kind)) {
    install.installedAt ??= from;
    install.kind = kind as 'install' | 'reinstall';
    install.timeline = [{ from: null, credit }, ...install.timeline.slice(1)];
  } else if (kind === 'reattribution') install.timeline.push({ from, credit });
  install.matchType = row.matchType;
  install.touchedAt = row.touchedAt;
  install.verdict = row.verdict;
  install.deepLink = row.deepLink ?? install.deepLink;
  if (kind !== 'reengagement') install.ad = ad ?? null;
}

/** Where a decision lies in the project's calendar. */
interface Place {
  n: number;
  local_date: string;
  cohort_date: string | null;
}

const COUNTER = {
  install: 'installs',
  reinstall: 'reinstalls',
  reengagement: 'reengagements',
  reattribution: 'reattributions',
} as const;

function count(group: Group, outcome: Outcome, place: Place, sign: 1 | -1): void {
  const { install, before, kind } = outcome;
  const state = sign === 1 ? install : before;
  const credit = sign === 1 ? outcome.credit : creditAt(before, new Date(0));
  const key = {
    localDate: place.local_date,
    cohortDate: isFirst(kind) ? place.cohort_date : null,
    credit,
    country: state.country,
    platform: state.platform,
  };
  const counted = sign === 1 ? kind : (before.kind ?? kind);
  group.deltas.add({ metric: COUNTER[counted], ...key }, sign);
  const { verdict } = sign === 1 ? outcome.row : before;
  if (isFirst(kind) && verdict !== 'clean') group.deltas.add({ metric: 'suspicious_installs', ...key }, sign);
}

/** A decision, and what its install shows from then on. */
interface DecisionRow {
  n: number;
  install_id: string;
  revision: number;
  kind: string;
  because: string;
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string | null;
  touch_id: string | null;
  touched_at: Date | null;
  rule_version: number;
  verdict: string;
  reasons: string[];
  receipt: unknown;
  installed_at: Date | null;
  shown_kind: string | null;
  shown_campaign_id: string;
  shown_link_id: string;
  shown_network: string;
  shown_match_type: string | null;
  shown_touched_at: Date | null;
  credited_from: Date | null;
  shown_verdict: string;
  deep_link: string | null;
  platform: string;
  country: string;
}

const DECISIONS = bulk<DecisionRow>({
  n: 'int',
  install_id: 'text',
  revision: 'int',
  kind: 'text',
  because: 'text',
  in_force_from: 'timestamptz',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  match_type: 'text',
  touch_id: 'uuid',
  touched_at: 'timestamptz',
  rule_version: 'int',
  verdict: 'text',
  reasons: 'json',
  receipt: 'jsonb',
  installed_at: 'timestamptz',
  shown_kind: 'text',
  shown_campaign_id: 'uuid',
  shown_link_id: 'uuid',
  shown_network: 'text',
  shown_match_type: 'text',
  shown_touched_at: 'timestamptz',
  credited_from: 'timestamptz',
  shown_verdict: 'text',
  deep_link: 'text',
  platform: 'text',
  country: 'text',
});

/** The decision, what the install shows of it from now on, and its place in the calendar: one way there and back. */
const store = prepare<Place>(`
  with input as materialized (
    select * from ${DECISIONS.table(3)}
  ), decided as (
    insert into decisions (project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id,
      link_id, network, match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt)
    select $1::uuid, install_id, revision, kind, because, in_force_from, $2::timestamptz, campaign_id, link_id, network,
      match_type, touch_id, touched_at, rule_version, verdict, array(select json_array_elements_text(reasons)), receipt
    from input
  ), shown as (
    update installs t set installed_at = r.installed_at, kind = r.shown_kind, revision = r.revision,
      campaign_id = r.shown_campaign_id, link_id = r.shown_link_id, network = r.shown_network,
      match_type = r.shown_match_type, touched_at = r.shown_touched_at, credited_from = r.credited_from,
      verdict = r.shown_verdict, deep_link = r.deep_link, platform = r.platform, country = r.country,
      touch_id = r.touch_id, updated_at = $2::timestamptz
    from input r where t.project_id = $1::uuid and t.install_id = r.install_id
  )
  select r.n, (r.in_force_from at time zone z.timezone)::date as local_date,
    (r.installed_at at time zone z.timezone)::date as cohort_date
  from input r cross join projects z
  where z.project_id = $1::uuid
  order by r.n`);

function rowOf({ install, kind, because, from, credit, row }: Outcome, n: number): DecisionRow {
  const shown = creditNow(install);
  return {
    n,
    install_id: install.installId,
    revision: install.revision,
    kind,
    because,
    in_force_from: from,
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    match_type: row.matchType,
    touch_id: row.touchId,
    touched_at: row.touchedAt,
    rule_version: row.ruleVersion,
    verdict: row.verdict,
    reasons: row.reasons,
    receipt: row.receipt,
    installed_at: install.installedAt,
    shown_kind: install.kind,
    shown_campaign_id: shown.campaignId,
    shown_link_id: shown.linkId,
    shown_network: shown.network,
    shown_match_type: install.matchType,
    shown_touched_at: install.touchedAt,
    credited_from: install.timeline.at(-1)?.from ?? null,
    shown_verdict: install.verdict,
    deep_link: install.deepLink,
    platform: install.platform,
    country: install.country,
  };
}

/** Writes decisions, and moves what they change in the rollups. */
export async function storeOutcomes(tx: Tx, group: Group, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  for (const outcome of outcomes) apply(outcome);
  const places = await store(tx, [group.projectId, group.now, ...DECISIONS.values(outcomes.map(rowOf))]);
  for (const [n, outcome] of outcomes.entries()) {
    const place = places[n];
    if (!place) throw new Error('A decision has no day.');
    const { before, install } = outcome;
    install.cohortDate = place.cohort_date;
    if (isFirst(outcome.kind) && before.revision > 0) count(group, outcome, place, -1);
    count(group, outcome, place, 1);
  }
  for (const { before, install, kind } of outcomes) {
    // A credit that moves from now on changes nothing that has happened.
    if (isFirst(kind) && install.bornOf === null) await restate(tx, group.deltas, { before, after: install });
  }
}

/** The ad that won; null where it is not among what was found, as for a device that keeps an older credit. */
function adOf({ touches, touchDetails }: Asked, { touchId, adSet, creative }: Decision): AdDetails | null {
  const touch: (Touch & Partial<ClaimTouch & MetaTouch>) | undefined = touches.find(
    ({ id }) => id === touchId,
  );
  if (!touch) return null;
  const params = touchDetails.get(touch.id)?.params;
  const { claim: apple = null, meta = null } = touch;
  return adDetails({ adSet, creative, apple, meta, params: params ? JSON.parse(params) : null });
}

/** Takes what core decided into the project's books. */
export async function storeDecisions(tx: Tx, group: Group, decided: Decided[]): Promise<void> {
  const outcomes = decided.flatMap(({ asked, receipt }): Outcome[] => {
    const { decision } = receipt;
    if (decision.kind === null) return [];
    const before = snapshot(asked.install);
    const { item, install, revises } = asked;
    // It led to where another click came from.
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
        because: asked.kind,
        from: revises?.in_force_from ?? asked.at,
        credit: {
          campaignId: decision.campaignId ?? NO_ID,
          linkId: decision.linkId ?? NO_ID,
          network: decision.network,
        },
        ad: adOf(asked, decision),
        row: {
          matchType: decision.matchType,
          touchId: decision.touchId,
          touchedAt: decision.touchedAt ? new Date(decision.touchedAt) : null,
          ruleVersion: receipt.rules.version,
          verdict: decision.verdict,
          reasons: decision.reasons,
          receipt,
          deepLink: asked.touchDetails.get(decision.touchId ?? '')?.deepLink ?? null,
        },
      },
    ];
  });
  await storeOutcomes(tx, group, outcomes);
}
