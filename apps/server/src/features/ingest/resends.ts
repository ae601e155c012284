import type { Db, Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Group, Item, Resend, Step } from '../../pipeline/group.ts';
import { later, MINUTE_MS } from '../../platform/clock.ts';

/** The longest that a published client goes on resending: 277 seconds. */
export const RESEND_MS = 5 * MINUTE_MS;

type Resent = Item & { resend: Resend };
const hasResend = (item: Item): item is Resent => item.resend !== null;

interface BodyRow {
  p: string;
  k: string;
}

const rowOf = ({ project, resend }: Resent): BodyRow => ({ p: project.projectId, k: resend.bodyKey });
const keyOf = ({ p, k }: BodyRow) => `${p} ${k}`;

function distinctRows(items: Resent[]): BodyRow[] {
  return [...new Map(items.map((item) => [keyOf(rowOf(item)), rowOf(item)])).values()];
}

/**
 * The losses that are taken, and the number of the transaction in a row of its own. The installs are locked by now, so
 * that two processes cannot both take the same.
 */
const takeLosses = prepare<{ p: string | null; k: string | null; x: string | null }>(`
  with taken as (
    delete from undelivered_answers u
    using json_to_recordset($1::json) as r (p uuid, k uuid)
    where u.project_id = r.p and u.body_key = r.k and u.expires_at > $2
    returning u.project_id as p, u.body_key as k)
  select p, k, null as x from taken
  union all
  select null, null, pg_current_xact_id()::text`);

const insertLosses = prepare<never>(`
  insert into undelivered_answers (project_id, body_key, expires_at)
  select p, k, $2 from json_to_recordset($1::json) as r (p uuid, k uuid) order by p, k
  on conflict (project_id, body_key) do update set expires_at = excluded.expires_at`);

/** Of equal bodies each is a resend of the one before it, if the answer to that one was lost. */
function resendsAmong(items: Resent[], lost: Set<string>): Set<Item> {
  const resends = new Set<Item>();
  for (const item of items) {
    const key = keyOf(rowOf(item));
    if (item.resend.isStored || lost.delete(key)) resends.add(item);
    if (item.resend.isAnswerLost()) lost.add(key);
  }
  return resends;
}

/** Leaves out of the group what is a resend: it is answered like the first, and nothing of it is stored. */
export const dropResends: Step = async (tx, group) => {
  const items = group.items.filter(hasResend);
  if (items.length === 0) return;
  const rows = await takeLosses(tx, [JSON.stringify(distinctRows(items)), group.now]);
  const transactionId = rows.find(({ x }) => x !== null)?.x ?? null;
  for (const { resend } of items) resend.transactionId = transactionId;
  const taken = rows.flatMap(({ p, k }) => (p === null || k === null ? [] : keyOf({ p, k })));
  const resends = resendsAmong(items, new Set(taken));
  if (resends.size > 0) group.items = group.items.filter((item) => !resends.has(item));
};

/** What was answered to nobody is stored with the group itself, so that the next process to see a resend knows. */
export const keepLostAnswers: Step = async (tx: Tx, group: Group) => {
  const lost = group.units.flat().filter((item) => hasResend(item) && item.resend.isAnswerLost()) as Resent[];
  if (lost.length === 0) return;
  await insertLosses(tx, [JSON.stringify(distinctRows(lost)), later(group.now, RESEND_MS)]);
  // Only what is committed counts as stored.
  group.afterCommit.push(async () => {
    for (const { resend } of lost) resend.isLossStored = true;
  });
};

/** The same for an answer that is lost after the commit. */
export async function storeLostAnswers(
  db: Db,
  resends: Resend[],
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  const rows = resends.map(({ bodyKey }) => ({ p: projectId, k: bodyKey }));
  await insertLosses(db, [JSON.stringify(rows), later(now, RESEND_MS)]);
}
