import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import type { Item, Step } from '../group.ts';

const deviceIdOf = ({ device }: Item) => device?.advertisingId ?? device?.vendorId ?? null;

interface LookupKey {
  n: number;
  advertising_id: string | null;
  vendor_id: string | null;
  user_id: string | null;
}
const LOOKUP_KEYS = bulk<LookupKey>({ n: 'int', advertising_id: 'text', vendor_id: 'text', user_id: 'text' });

interface FoundInstall {
  n: number;
  install_id: string | null;
}

/**
 * By the ids of the device, else by the user; the latest install of several. Each is the first entry of its index,
 * because somebody may send the same id for thousands.
 */
async function findInstalls(tx: Tx, projectId: string, items: Item[]): Promise<Map<number, string>> {
  const keys = items.map(({ device, userId }, n) => ({
    n,
    advertising_id: device?.advertisingId ?? null,
    vendor_id: device?.vendorId ?? null,
    user_id: userId,
  }));
  const { rows } = await sql<FoundInstall>`
    select r.n, coalesce(
      (select i.install_id from installs i where i.project_id = ${projectId} and i.advertising_id = r.advertising_id
        order by i.installed_at desc nulls last, i.install_id limit 1),
      (select i.install_id from installs i where i.project_id = ${projectId} and i.vendor_id = r.vendor_id
        order by i.installed_at desc nulls last, i.install_id limit 1),
      (select i.install_id from person_installs i where i.project_id = ${projectId} and i.user_id = r.user_id
        order by i.linked_at desc, i.install_id limit 1)) as install_id
    from ${LOOKUP_KEYS.rows(keys)}`.execute(tx);
  return new Map(rows.flatMap(({ n, install_id }) => (install_id ? [[n, install_id]] : [])));
}

/** The same device may have sent its first open a moment ago, in this very group. */
function installsByDevice(items: Item[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const item of items) {
    if (item.call !== 'open') continue;
    for (const id of [item.device?.advertisingId, item.device?.vendorId]) {
      if (id) known.set(id, item.installId);
    }
  }
  return known;
}

/**
 * A server may know only the user, and an app may call before it has its install id. Then the install of the device
 * is meant, or the one that the user used last. Where neither is known, what is sent stays with the user or device.
 */
export const resolveInstalls: Step = async (tx, group) => {
  const open = group.items.filter((item) => item.installId === '' && item.call !== 'remove_payment');
  if (open.length === 0) return;
  const stored = await findInstalls(tx, group.projectId, open);
  const inGroup = installsByDevice(group.items);
  for (const [n, item] of open.entries()) {
    const deviceId = deviceIdOf(item);
    const ofDevice = deviceId ? inGroup.get(deviceId) : undefined;
    const placeholder = item.userId ? `user:${item.userId}` : `device:${deviceId ?? ''}`;
    item.installId = ofDevice ?? stored.get(n) ?? placeholder;
  }
};
