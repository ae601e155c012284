import { compareStored, type StoredDecision } from '@trailmark/core/attribution/compare-stored';
import { sql } from 'kysely';
import { allProjects } from '../../db/all-projects.ts';
import type { Db } from '../../db/connection.ts';

const PAGE = 500;

interface DecisionRow extends StoredDecision {
  project_id: string;
  install_id: string;
  revision: number;
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
  const { rows } = await sql<DecisionRow>`${projectId ? sql`` : allProjects}
    select project_id, install_id, revision, kind, campaign_id, link_id, network, match_type, touch_id, verdict,
      receipt
    from decisions_with_rules where because <> 'import' ${only} ${after}
    order by project_id, install_id, revision limit ${PAGE}`.execute(db);
  return rows;
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
      yield { projectId: project_id, installId: install_id, revision, differences: compareStored(row) };
    }
    last = page.length === PAGE ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}
