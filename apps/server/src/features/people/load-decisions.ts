import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Receipt } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface DecisionRow {
  install_id: string;
  revision: number;
  kind: 'install' | 'reinstall' | 'reengagement' | 'reattribution';
  because: 'first_open' | 'deep_link' | 'claim' | 'import';
  in_force_from: Date;
  decided_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string;
  touch_id: string | null;
  touched_at: Date | null;
  rule_version: number;
  verdict: string;
  reasons: string[];
  /** What was imported was decided elsewhere, and has no receipt. */
  receipt: Receipt | { imported: true };
}

export function receiptOf({ receipt }: Pick<DecisionRow, 'receipt'>): Receipt | null {
  return 'conversion' in receipt ? receipt : null;
}

/** All decisions about some installs: that of the latest open first, and of each open the newest. */
export async function loadDecisions(db: Db, projectId: string, ids: string[]): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select install_id, revision, kind, because, in_force_from, decided_at, campaign_id, link_id, network,
      match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt
    from decisions_with_rules where project_id = ${projectId} and install_id = any(${ids}::text[])
    order by install_id, in_force_from desc, revision desc`.execute(db);
  return rows;
}

/** What decisions name by ids only. */
export interface Names {
  campaigns: Map<string, string>;
  links: Map<string, string>;
  /** The windows of each version of the project's rules. */
  windows: Map<number, AttributionWindows>;
}

async function namesIn(db: Db, table: 'campaigns' | 'links', projectId: string, ids: (string | null)[]) {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function loadNames(db: Db, projectId: string, rows: DecisionRow[]): Promise<Names> {
  const touches = rows.flatMap((row) => receiptOf(row)?.touches ?? []);
  const before = rows.map((row) => receiptOf(row)?.conversion.before?.campaignId ?? null);
  const campaigns = [
    ...rows.map((row) => row.campaign_id),
    ...touches.map((one) => one.campaignId),
    ...before,
  ];
  const links = touches.map(({ linkId }) => linkId);
  const rules = await db
    .selectFrom('attribution_rules')
    .select(['version', 'click_hours', 'probabilistic_hours', 'view_hours'])
    .select(['reattribution_days', 'inactivity_days', 'web_days'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`version = any(${rows.map((row) => row.rule_version)}::int[])`)
    .execute();
  return {
    campaigns: await namesIn(db, 'campaigns', projectId, campaigns),
    links: await namesIn(db, 'links', projectId, links),
    windows: new Map(rules.map(({ version, ...windows }) => [version, windows])),
  };
}
