import { WHAT_IF_DECISIONS } from '@trailmark/contract/what-if';
import type { Receipt } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

/** Newest decisions that are counted: a period with more of them is cut short. */
const COUNTED = 1_000_000;
/** Installs are in this many parts, by their id; a sample is some of the parts. */
const PARTS = 1024;
const PAGE = 250;

export interface Period {
  projectId: string;
  since: Date;
}

/** Of the decisions that hold, those that are tried, in the order of their opens. */
export interface TriedDecisions {
  since: Date;
  decisions: number;
  keys: { install_id: string; revision: number }[];
}

export interface ReceiptRow {
  install_id: string;
  in_force_from: Date;
  campaign_id: string;
  receipt: Receipt;
}

/** How many decisions there are, and from when on they are counted. */
async function countDecisions(tx: Tx, { projectId, since }: Period): Promise<{ count: number; since: Date }> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*) as count, min(decided_at) as first from (
      select decided_at from decisions where project_id = ${projectId} and decided_at >= ${since} and because <> 'import'
      order by decided_at desc limit ${COUNTED}) d`.execute(tx);
  const { count, first } = rows[0] ?? { count: 0, first: null };
  return { count, since: count < COUNTED || first === null ? since : first };
}

/**
 * The decisions that hold since then, one about each open; of very many those of a sample of installs, which is the same
 * each time. What was imported was decided elsewhere.
 */
export async function chooseDecisions(tx: Tx, period: Period): Promise<TriedDecisions> {
  const { projectId } = period;
  const { count, since } = await countDecisions(tx, period);
  const parts =
    count <= WHAT_IF_DECISIONS ? PARTS : Math.max(1, Math.floor((PARTS * WHAT_IF_DECISIONS) / count));
  const { rows: keys } = await sql<TriedDecisions['keys'][number]>`
    select install_id, revision from decisions_in_force
    where project_id = ${projectId} and decided_at >= ${since} and in_force_from >= ${since}
      and because <> 'import' and (hashtextextended(install_id, 0) & ${PARTS - 1}) < ${parts}
    order by in_force_from, install_id, revision limit ${2 * WHAT_IF_DECISIONS}`.execute(tx);
  return { since, keys, decisions: parts === PARTS ? keys.length : count };
}

/** The receipts of these decisions, page by page. Decisions never change, so pages need no common snapshot. */
export async function* readReceipts(
  db: Db,
  projectId: string,
  keys: TriedDecisions['keys'],
): AsyncGenerator<ReceiptRow[]> {
  for (let at = 0; at < keys.length; at += PAGE) {
    const page = keys.slice(at, at + PAGE);
    const { rows } = await sql<ReceiptRow>`
      select d.install_id, d.in_force_from, d.campaign_id, d.receipt
      from unnest(${page.map((key) => key.install_id)}::text[], ${page.map((key) => key.revision)}::int[])
        with ordinality as k (install_id, revision, n)
      join decisions_with_rules d
        on d.project_id = ${projectId} and d.install_id = k.install_id and d.revision = k.revision
      order by k.n`.execute(db);
    yield rows;
  }
}
