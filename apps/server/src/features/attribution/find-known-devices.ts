import type { KnownDevice } from '@trailmark/core/attribution/decision';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { type ActivityQuery, findLastActive } from './last-active.ts';

/** Sessions end after half an hour. */
export const SESSION_MS = 30 * MINUTE_MS;
/** What apps report within a minute is one launch. */
export const LAUNCH_MS = MINUTE_MS;

export interface DeviceKey extends ActivityQuery {
  /** An open by a link is compared with this very install, a first open with others of the same device. */
  itself: boolean;
  /** When it was opened: a later return is none before it. */
  at: Date;
  advertising_id: string | null;
  vendor_id: string | null;
  previous_install_id: string | null;
  user_id: string | null;
}

interface KnownRow {
  n: number;
  install_id: string;
  installed_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  ad_set: string | null;
  creative: string | null;
  returned_at: Date | null;
}

const DEVICE_KEYS = bulk<Omit<DeviceKey, 'active_until'>>({
  n: 'int',
  install_id: 'text',
  itself: 'boolean',
  at: 'timestamptz',
  advertising_id: 'text',
  vendor_id: 'text',
  previous_install_id: 'text',
  user_id: 'text',
});

const nullIfNone = (id: string) => (id === NO_ID ? null : id);

// Each look-up apart (limit 1, offset 0), so that it is always by an index. Of each id the latest install is read alone:
// somebody may send the same id for thousands.
const findInstalls = prepare<KnownRow>(`
  with k as (
    select * from ${DEVICE_KEYS.table(2)}
  ), ids as (
    select n, at, install_id from k where itself
    union
    select k.n, k.at, i.install_id from k cross join lateral (select * from installs i
      where i.project_id = $1::uuid and i.advertising_id = k.advertising_id and i.install_id <> k.install_id
        and i.installed_at is not null
      order by i.installed_at desc nulls last, i.install_id limit 1) i where not k.itself
    union
    select k.n, k.at, i.install_id from k cross join lateral (select * from installs i
      where i.project_id = $1::uuid and i.vendor_id = k.vendor_id and i.install_id <> k.install_id
        and i.installed_at is not null
      order by i.installed_at desc nulls last, i.install_id limit 1) i where not k.itself
    union
    select n, at, previous_install_id from k where not itself and previous_install_id <> install_id
    union
    select k.n, k.at, i.install_id from k cross join lateral (select * from installs i
      where i.project_id = $1::uuid and i.user_id = k.user_id and i.install_id <> k.install_id
        and i.installed_at is not null
      order by i.installed_at desc nulls last, i.install_id limit 1) i where not k.itself
  )
  select distinct on (ids.n) ids.n, i.install_id, i.installed_at, i.campaign_id, i.link_id, i.network,
    coalesce(l.ad_set, c.ad_set) as ad_set, coalesce(l.creative, c.creative) as creative,
    (select max(d.in_force_from) from decisions d where d.project_id = $1::uuid
      and d.install_id = i.install_id and d.kind in ('reengagement', 'reattribution')
      and d.in_force_from <= ids.at) as returned_at
  from ids
  cross join lateral (select * from installs i where i.project_id = $1::uuid
    and i.install_id = ids.install_id offset 0) i
  left join links l on l.project_id = $1::uuid and l.id = i.link_id
  left join lateral (select d.receipt #>> '{decision,adSet}' as ad_set, d.receipt #>> '{decision,creative}' as creative
    from decisions_in_force d
    where d.project_id = $1::uuid and d.install_id = i.install_id and d.moves_credit
    order by d.in_force_from desc, d.revision desc limit 1) c on i.link_id = '${NO_ID}'::uuid
  where i.installed_at is not null
  order by ids.n, i.installed_at desc, i.install_id`);

/** The launch of an open is no earlier activity: apps also report that they were started. */
export function quietUntil(at: Date, touchedAt: Date[]): Date {
  const touched = Math.max(0, ...touchedAt.map((one) => one.getTime()));
  const begin = Math.max(touched, at.getTime() - SESSION_MS);
  return new Date(Math.min(begin, at.getTime() - LAUNCH_MS));
}

/** What is known of each device from before, by its ids, its install before or the user; the latest install of several. */
export async function findKnownDevices(
  tx: Tx,
  projectId: string,
  keys: DeviceKey[],
): Promise<Map<number, KnownDevice>> {
  if (keys.length === 0) return new Map();
  const rows = await findInstalls(tx, [projectId, ...DEVICE_KEYS.values(keys)]);
  const untilOf = new Map(keys.map(({ n, active_until }) => [n, active_until]));
  const queries = rows.map(({ n, install_id }) => ({
    n,
    install_id,
    active_until: untilOf.get(n) as Date,
  }));
  const active = await findLastActive(tx, projectId, queries);
  const known = new Map<number, KnownDevice>();
  for (const row of rows) {
    // A return ends the silence, too.
    const times = [row.installed_at, row.returned_at, active.get(row.n)];
    const lastActiveAt = Math.max(...times.map((at) => at?.getTime() ?? 0));
    known.set(row.n, {
      installId: row.install_id,
      installedAt: row.installed_at.toISOString(),
      lastActiveAt: new Date(lastActiveAt).toISOString(),
      campaignId: nullIfNone(row.campaign_id),
      linkId: nullIfNone(row.link_id),
      network: row.network,
      adSet: row.ad_set,
      creative: row.creative,
    });
  }
  return known;
}
