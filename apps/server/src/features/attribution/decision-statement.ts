import { bulk } from '../../db/bulk.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { AdDetails } from '../../pipeline/ad-details.ts';
import { type Credit, creditNow } from '../../pipeline/credit.ts';
import type { InstallState, NewDecision } from '../../pipeline/group.ts';

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

/** The local days of a decision and of its install. */
export interface DecisionDays {
  n: number;
  local_date: string;
  cohort_date: string | null;
}

/** A decision, and what its install shows from then on. */
export interface DecisionRow {
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

export const DECISIONS = bulk<DecisionRow>({
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

/** The decision, what the install shows of it from now on, and its local days: one way there and back. */
export const insertDecisions = prepare<DecisionDays>(`
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

export function rowOf({ install, kind, because, from, credit, row }: Outcome, n: number): DecisionRow {
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
