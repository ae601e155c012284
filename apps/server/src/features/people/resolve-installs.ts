import { sql } from 'kysely';
import { type Item, installKey, type Step } from '../../pipeline/group.ts';

/** A server may know only the user: then the install that they used last is meant, or one that stands for them. */
export const resolveInstalls: Step = async (tx, group) => {
  const open = group.items.filter((item) => item.installId === '' && item.call !== 'remove_payment');
  if (open.length === 0) return;
  const keys = open.map((item) => ({ project_id: item.project.projectId, user_id: item.userId ?? '' }));
  const { rows } = await sql<{ project_id: string; user_id: string; install_id: string }>`
    select distinct on (k.project_id, k.user_id) k.project_id, k.user_id, i.install_id
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (project_id uuid, user_id text)
    join person_installs i on i.project_id = k.project_id and i.user_id = k.user_id
    order by k.project_id, k.user_id, i.linked_at desc, i.install_id`.execute(tx);
  const known = new Map(rows.map((row) => [installKey(row.project_id, row.user_id), row.install_id]));
  const idOf = (item: Item) => known.get(installKey(item.project.projectId, item.userId ?? ''));
  for (const item of open) item.installId = idOf(item) ?? `user:${item.userId ?? ''}`;
};
