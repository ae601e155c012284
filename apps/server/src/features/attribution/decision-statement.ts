import { createHash } from 'node:crypto';
import type { Receipt } from '@trailmark/core/attribution/decision';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
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
  receipt: 'json',
  rules_id: 'uuid',
  installed_at: 'timestamptz',
});

/** What an install that is stored already shows from then on. */
interface ShownRow {
  install_id: string;
  installed_at: Date | null;
  kind: string | null;
  revision: number;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string | null;
  touch_id: string | null;
  touched_at: Date | null;
  credited_from: Date | null;
  verdict: string;
  deep_link: string | null;
  platform: string;
  country: string;
}

const SHOWN = bulk<ShownRow>({
  install_id: 'text',
  installed_at: 'timestamptz',
  kind: 'text',
  revision: 'int',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  match_type: 'text',
  touch_id: 'uuid',
  touched_at: 'timestamptz',
  credited_from: 'timestamptz',
  verdict: 'text',
  deep_link: 'text',
  platform: 'text',
  country: 'text',
});

interface RulesRow {
  id: string;
  rules: Receipt['rules'];
}
const RULES = bulk<RulesRow>({ id: 'uuid', rules: 'jsonb' });

const SHOWN_COLUMNS = SHOWN.names
  .split(', ')
  .filter((name) => name !== 'install_id')
  .map((name) => `${name} = r.${name}`)
  .join(', ');

/** What stored installs show from now on; new ones are stored after their decision. */
const SHOW = `shown as (
    update installs t set ${SHOWN_COLUMNS}, updated_at = $2::timestamptz
    from ${SHOWN.table(3 + DECISIONS.count + RULES.count)}
    where t.project_id = $1::uuid and t.install_id = r.install_id
  ), `;

/** Decisions with their rules and their local days: one way there and back. */
const insertStatement = (show: string) =>
  prepare<DecisionDays>(`
  with input as materialized (
    select * from ${DECISIONS.table(3)}
  ), ${show}rules as (
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
  )
  select r.n, (r.in_force_from at time zone z.timezone)::date as local_date,
    (r.installed_at at time zone z.timezone)::date as cohort_date
  from input r cross join projects z
  where z.project_id = $1::uuid
  order by r.n`);

const insertNew = insertStatement('');
const insertAndShow = insertStatement(SHOW);

const ids = new WeakMap<Receipt['rules'], string>();

/** Equal rules have one id; those that were read back have their fields in another order, and so a second one. */
function rulesIdOf(rules: Receipt['rules']): string {
  const known = ids.get(rules) ?? createHash('md5').update(JSON.stringify(rules)).digest('hex');
  ids.set(rules, known);
  return known;
}

function rulesOf(outcomes: Outcome[]): RulesRow[] {
  const rules = new Map<string, RulesRow>();
  for (const { row } of outcomes) {
    if (!('rules' in row.receipt)) continue;
    const id = rulesIdOf(row.receipt.rules);
    rules.set(id, { id, rules: row.receipt.rules });
  }
  return [...rules.values()];
}

/** The last decision of an install says what it shows. */
function shownOf(outcomes: Outcome[]): ShownRow[] {
  const known = outcomes.filter(({ install }) => install.bornOf === null);
  return [...new Set(known.map(({ install }) => install))].map(shownRow);
}

/** Stores decisions; gives their days, in the same order. */
export async function insertDecisions(
  tx: Tx,
  { projectId, now }: { projectId: string; now: Date },
  outcomes: Outcome[],
): Promise<DecisionDays[]> {
  const rows = [...DECISIONS.values(outcomes.map(rowOf)), ...RULES.values(rulesOf(outcomes))];
  const shown = shownOf(outcomes);
  if (shown.length === 0) return await insertNew(tx, [projectId, now, ...rows]);
  return await insertAndShow(tx, [projectId, now, ...rows, ...SHOWN.values(shown)]);
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
  };
}

function shownRow(install: InstallState): ShownRow {
  const credit = creditNow(install);
  return {
    install_id: install.installId,
    installed_at: install.installedAt,
    kind: install.kind,
    revision: install.revision,
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    match_type: install.matchType,
    touch_id: install.touchId,
    touched_at: install.touchedAt,
    credited_from: install.timeline.at(-1)?.from ?? null,
    verdict: install.verdict,
    deep_link: install.deepLink,
    platform: install.platform,
    country: install.country,
  };
}
