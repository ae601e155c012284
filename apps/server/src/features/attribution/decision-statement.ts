import { createHash } from 'node:crypto';
import type { Receipt } from '@trailmark/core/attribution/decision';
import { bulk } from '../../db/bulk.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { AdDetails } from '../../pipeline/ad-details.ts';
import { type Credit, creditNow } from '../../pipeline/credit.ts';
import type { InstallState, NewDecision } from '../../pipeline/group.ts';

/** Of a return that is decided again. */
export interface DecidedReturn {
  revision: number;
  kind: NewDecision['kind'];
  credit: Credit;
  /** A re-engagement that is credited from its time on: an earlier return was decided later. */
  keepsCredit: boolean;
}

/** What a decision changes about its install. */
export interface Outcome {
  before: InstallState;
  install: InstallState;
  kind: NewDecision['kind'];
  because: 'first_open' | 'deep_link' | 'claim' | 'import';
  from: Date;
  /** When we received what it was decided by. */
  receivedAt: Date;
  credit: Credit;
  /** The decision about the same return that it replaces; that about an install is known from the timeline. */
  replaces?: DecidedReturn | null;
  /** Somebody came back again since: the install goes on showing that. */
  isBeforeReturn?: boolean;
  /** Where it was found with the touch. */
  ad?: AdDetails | null;
  row: {
    matchType: InstallState['matchType'];
    touchId: string | null;
    touchedAt: Date | null;
    ruleVersion: number;
    verdict: InstallState['verdict'];
    reasons: string[];
    /** What was imported was decided elsewhere. */
    receipt: Receipt | { imported: true };
    deepLink: string | null;
  };
}

/** The local days of a decision and of its install. */
export interface DecisionDays {
  n: number;
  local_date: string;
  cohort_date: string | null;
}

/** A decision, and what its install shows from then on. */
interface DecisionRow {
  n: number;
  install_id: string;
  revision: number;
  revises: number | null;
  keeps_credit: boolean;
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
  /** Without its rules. */
  receipt: unknown;
  rules_id: string | null;
  installed_at: Date | null;
  shown_kind: string | null;
  shown_campaign_id: string;
  shown_link_id: string;
  shown_network: string;
  shown_match_type: string | null;
  shown_touch_id: string | null;
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
  revises: 'int',
  keeps_credit: 'boolean',
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
  rules_id: 'uuid',
  installed_at: 'timestamptz',
  shown_kind: 'text',
  shown_campaign_id: 'uuid',
  shown_link_id: 'uuid',
  shown_network: 'text',
  shown_match_type: 'text',
  shown_touch_id: 'uuid',
  shown_touched_at: 'timestamptz',
  credited_from: 'timestamptz',
  shown_verdict: 'text',
  deep_link: 'text',
  platform: 'text',
  country: 'text',
});

interface RulesRow {
  id: string;
  rules: Receipt['rules'];
}
const RULES = bulk<RulesRow>({ id: 'uuid', rules: 'jsonb' });

/**
 * The decision with its rules, what the install shows of it from now on, and its local days: one way there and back. A new
 * install is not there yet to be updated: it is stored after its decision.
 */
export const insertDecisions = prepare<DecisionDays>(`
  with input as materialized (
    select * from ${DECISIONS.table(3)}
  ), rules as (
    insert into receipt_rules (project_id, id, rules)
    select $1::uuid, id, rules from ${RULES.table(3 + DECISIONS.count)} order by id
    on conflict do nothing
  ), decided as (
    insert into decisions (project_id, install_id, revision, revises, keeps_credit, kind, because, in_force_from, decided_at, campaign_id,
      link_id, network, match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt, rules_id)
    select $1::uuid, install_id, revision, revises, keeps_credit, kind, because, in_force_from, $2::timestamptz,
      campaign_id, link_id, network, match_type, touch_id, touched_at, rule_version, verdict, array(select json_array_elements_text(reasons)), receipt,
      rules_id
    from input
  ), shown as (
    update installs t set installed_at = r.installed_at, kind = r.shown_kind, revision = r.revision,
      campaign_id = r.shown_campaign_id, link_id = r.shown_link_id, network = r.shown_network,
      match_type = r.shown_match_type, touched_at = r.shown_touched_at, credited_from = r.credited_from,
      verdict = r.shown_verdict, deep_link = r.deep_link, platform = r.platform, country = r.country,
      touch_id = r.shown_touch_id, updated_at = $2::timestamptz
    from input r where t.project_id = $1::uuid and t.install_id = r.install_id
  )
  select r.n, (r.in_force_from at time zone z.timezone)::date as local_date,
    (r.installed_at at time zone z.timezone)::date as cohort_date
  from input r cross join projects z
  where z.project_id = $1::uuid
  order by r.n`);

const ids = new WeakMap<Receipt['rules'], string>();

/** Equal rules have one id; those that were read back have their fields in another order, and so a second one. */
function rulesIdOf(rules: Receipt['rules']): string {
  const known = ids.get(rules) ?? createHash('md5').update(JSON.stringify(rules)).digest('hex');
  ids.set(rules, known);
  return known;
}

/** The values of the statement after the project and the time. */
export function valuesOf(outcomes: Outcome[]): string[] {
  const rules = new Map<string, RulesRow>();
  for (const { row } of outcomes) {
    if (!('rules' in row.receipt)) continue;
    const id = rulesIdOf(row.receipt.rules);
    rules.set(id, { id, rules: row.receipt.rules });
  }
  return [...DECISIONS.values(outcomes.map(rowOf)), ...RULES.values([...rules.values()])];
}

function withoutRules(receipt: Outcome['row']['receipt']): Pick<DecisionRow, 'receipt' | 'rules_id'> {
  if (!('rules' in receipt)) return { receipt, rules_id: null };
  const { rules, ...rest } = receipt;
  return { receipt: rest, rules_id: rulesIdOf(rules) };
}

export const isFirst = (kind: Outcome['kind']) => kind === 'install' || kind === 'reinstall';

/** The revision that is replaced; null: nothing was decided before about this open. */
export const revisedBy = ({ kind, before, replaces }: Outcome): number | null =>
  (isFirst(kind) ? before.timeline[0]?.revision : replaces?.revision) || null;

function rowOf(outcome: Outcome, n: number): DecisionRow {
  const { install, kind, because, from, credit, row } = outcome;
  const shown = creditNow(install);
  return {
    n,
    install_id: install.installId,
    revision: install.revision,
    revises: revisedBy(outcome),
    keeps_credit: outcome.replaces?.keepsCredit ?? false,
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
    ...withoutRules(row.receipt),
    installed_at: install.installedAt,
    shown_kind: install.kind,
    shown_campaign_id: shown.campaignId,
    shown_link_id: shown.linkId,
    shown_network: shown.network,
    shown_match_type: install.matchType,
    shown_touch_id: install.touchId,
    shown_touched_at: install.touchedAt,
    credited_from: install.timeline.at(-1)?.from ?? null,
    shown_verdict: install.verdict,
    deep_link: install.deepLink,
    platform: install.platform,
    country: install.country,
  };
}
