import type { Decision, Receipt } from '@trailmark/core/attribution/decision';
import { recompute } from '@trailmark/core/attribution/receipt';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

const PAGE = 500;

interface DecisionRow {
  project_id: string;
  install_id: string;
  revision: number;
  kind: string;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string;
  touch_id: string | null;
  verdict: string;
  receipt: Receipt;
}

/** One stored decision, decided once more from its receipt alone. */
export interface Recomputed {
  projectId: string;
  installId: string;
  revision: number;
  /** Empty: the answer is the same. */
  differences: string[];
}

async function readPage(db: Db, projectId: string | null, last: DecisionRow | null): Promise<DecisionRow[]> {
  const only = projectId ? sql`and project_id = ${projectId}` : sql``;
  const after = last
    ? sql`and (project_id, install_id, revision) > (${last.project_id}, ${last.install_id}, ${last.revision})`
    : sql``;
  // What was imported was decided elsewhere.
  const { rows } = await sql<DecisionRow>`
    select project_id, install_id, revision, kind, campaign_id, link_id, network, match_type, touch_id, verdict,
      receipt
    from decisions where because <> 'import' ${only} ${after}
    order by project_id, install_id, revision limit ${PAGE}`.execute(db);
  return rows;
}

/** What the books say must be what the receipt says. */
function compareColumns(row: DecisionRow, decision: Decision): string[] {
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

function compare(row: DecisionRow): string[] {
  try {
    const { same, decision } = recompute(row.receipt);
    const columns = compareColumns(row, decision);
    return same ? columns : ['the receipt tells another decision', ...columns];
  } catch (error) {
    return [`the receipt cannot be read: ${(error as Error).message}`];
  }
}

/** Runs every stored receipt through today's rules, page by page; reads nothing but decisions. */
export async function* recomputeDecisions(
  db: Db,
  { projectId = null }: { projectId?: string | null } = {},
): AsyncGenerator<Recomputed> {
  let last: DecisionRow | null = null;
  do {
    const page: DecisionRow[] = await readPage(db, projectId, last);
    for (const row of page) {
      const { project_id, install_id, revision } = row;
      yield { projectId: project_id, installId: install_id, revision, differences: compare(row) };
    }
    last = page.length === PAGE ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}
