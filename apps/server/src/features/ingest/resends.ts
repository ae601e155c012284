import type { Db, Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Group, Item, Resend, Step } from '../../pipeline/group.ts';
import { later, MINUTE_MS } from '../../platform/clock.ts';

/** The longest that a published client goes on resending: 277 seconds. */
export const RESEND_MS = 5 * MINUTE_MS;

type Resent = Item & { resend: Resend };
const hasResend = (item: Item): item is Resent => item.resend !== null;

const bodyKeysOf = (items: Resent[]) => [...new Set(items.map(({ resend }) => resend.bodyKey))];

/**
 * The losses that are taken, and the number of the transaction in a row of its own. The installs are locked by now, so
 * that two processes cannot both take the same.
 */
const takeLosses = prepare<{ body_key: string | null; transaction_id: string | null }>(`
  with taken as (
    delete from undelivered_answers u
    where u.project_id = $1::uuid and u.body_key = any($2::uuid[]) and u.expires_at > $3
    returning u.body_key)
  select body_key, null as transaction_id from taken
  union all
  select null, pg_current_xact_id()::text`);

const insertLosses = prepare<never>(`
  insert into undelivered_answers (project_id, body_key, expires_at)
  select $1::uuid, k.body_key, $3 from unnest($2::uuid[]) as k (body_key) order by k.body_key
  on conflict (project_id, body_key) do update set expires_at = excluded.expires_at`);

/** Of equal bodies each is a resend of the one before it, if the answer to that one was lost. */
function resendsAmong(items: Resent[], lost: Set<string>): Set<Item> {
  const resends = new Set<Item>();
  for (const item of items) {
    const { bodyKey } = item.resend;
    if (item.resend.isStored || lost.delete(bodyKey)) resends.add(item);
    if (item.resend.isAnswerLost()) lost.add(bodyKey);
  }
  return resends;
}

/** Leaves out of the group what is a resend: it is answered like the first, and nothing of it is stored. */
export const dropResends: Step = async (tx, group) => {
  const items = group.items.filter(hasResend);
  if (items.length === 0) return;
  const rows = await takeLosses(tx, [group.projectId, bodyKeysOf(items), group.now]);
  const transactionId = rows.find((row) => row.transaction_id !== null)?.transaction_id ?? null;
  for (const { resend } of items) resend.transactionId = transactionId;
  const resends = resendsAmong(items, new Set(rows.flatMap(({ body_key }) => body_key ?? [])));
  if (resends.size > 0) group.items = group.items.filter((item) => !resends.has(item));
};

/** What was answered to nobody is stored with the group itself, so that the next process to see a resend knows. */
export const keepLostAnswers: Step = async (tx: Tx, group: Group) => {
  const lost = group.units.flat().filter((item) => hasResend(item) && item.resend.isAnswerLost()) as Resent[];
  if (lost.length === 0) return;
  await insertLosses(tx, [group.projectId, bodyKeysOf(lost), later(group.now, RESEND_MS)]);
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
  const bodyKeys = [...new Set(resends.map(({ bodyKey }) => bodyKey))];
  await insertLosses(db, [projectId, bodyKeys, later(now, RESEND_MS)]);
}
