import type { Db } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Item, Step } from '../../pipeline/group.ts';

type IdentifiedCall = Item & { callKey: string };
const hasCallKey = (item: Item): item is IdentifiedCall => item.callKey !== null;

/** In order, so that two groups do not wait for each other in a ring. Returns those that are new. */
const insertKeys = prepare<{ key: string }>(`
  insert into event_keys (project_id, key, seen_at)
  select $1::uuid, k.key, $3::timestamptz from unnest($2::uuid[]) as k (key) order by k.key
  on conflict do nothing
  returning key`);

/**
 * Leaves out of the group the calls that were executed before, by the identity that their client gave them: they are
 * answered like the first, and change nothing. Before anything is decided: an old link would be a new opening.
 */
export const dropRepeats: Step = async (tx, group) => {
  const calls = group.items.filter(hasCallKey);
  if (calls.length === 0) return;
  const keys = [...new Set(calls.map(({ callKey }) => callKey))];
  const rows = await insertKeys(tx, [group.projectId, keys, group.now]);
  const fresh = new Set(rows.map(({ key }) => key));
  // Of several in one group the first.
  group.items = group.items.filter((item) => !hasCallKey(item) || fresh.delete(item.callKey));
};

/** Whether a call is known to have been executed before. */
export async function isRepeat(db: Db, { project, callKey }: Item): Promise<boolean> {
  if (callKey === null) return false;
  const found = await db
    .selectFrom('event_keys')
    .select('key')
    .where('project_id', '=', project.projectId)
    .where('key', '=', callKey)
    .executeTakeFirst();
  return found !== undefined;
}
