import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { type Item, installKey, type Step } from '../../pipeline/group.ts';

const deviceIdOf = ({ device }: Item) => device?.advertisingId ?? device?.vendorId ?? null;

interface FoundInstall {
  n: number;
  install_id: string;
}

/** By the ids of the device, else by the user; the install that was used last of several. */
async function findInstalls(tx: Tx, items: Item[]): Promise<Map<number, string>> {
  const keys = items.map(({ project, device, userId }, n) => ({
    n,
    p: project.projectId,
    a: device?.advertisingId,
    v: device?.vendorId,
    u: userId,
  }));
  const { rows } = await sql<FoundInstall>`
    with k as (
      select * from json_to_recordset(${JSON.stringify(keys)}::json) as k (n int, p uuid, a text, v text, u text)
    )
    select distinct on (n) n, install_id from (
      select k.n, 1 as rank, i.updated_at as at, i.install_id
      from k join installs i on i.project_id = k.p and i.advertising_id = k.a
      union all
      select k.n, 2, i.updated_at, i.install_id
      from k join installs i on i.project_id = k.p and i.vendor_id = k.v
      union all
      select k.n, 3, i.linked_at, i.install_id
      from k join person_installs i on i.project_id = k.p and i.user_id = k.u) found
    order by n, rank, at desc, install_id`.execute(tx);
  return new Map(rows.map((row) => [row.n, row.install_id]));
}

/** The same device may have sent its first open a moment ago, in this very group. */
function installsByDevice(items: Item[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const item of items) {
    if (item.call !== 'open') continue;
    for (const id of [item.device?.advertisingId, item.device?.vendorId]) {
      if (id) known.set(installKey(item.project.projectId, id), item.installId);
    }
  }
  return known;
}

/**
 * A server may know only the user, and an app may call before it has its install id. Then the install of the device
 * is meant, or the one that the user used last, or one that is kept for them until more is known.
 */
export const resolveInstalls: Step = async (tx, group) => {
  const open = group.items.filter((item) => item.installId === '' && item.call !== 'remove_payment');
  if (open.length === 0) return;
  const stored = await findInstalls(tx, open);
  const inGroup = installsByDevice(group.items);
  for (const [n, item] of open.entries()) {
    const deviceId = deviceIdOf(item);
    const ofDevice = deviceId ? inGroup.get(installKey(item.project.projectId, deviceId)) : undefined;
    const placeholder = item.userId ? `user:${item.userId}` : `device:${deviceId ?? ''}`;
    item.installId = ofDevice ?? stored.get(n) ?? placeholder;
  }
};
