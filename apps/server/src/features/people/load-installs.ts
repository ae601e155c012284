import type { Money } from '@trailmark/contract/report-filter';
import type { ConsentState } from '@trailmark/core/client/consent-history';
import type { Consent } from '@trailmark/core/client/read-consent';
import type { WebTouch } from '@trailmark/core/client/web-touch';
import { WITHOUT_REVENUE } from '@trailmark/core/payments/transition';
import { sql } from 'kysely';
import { isVisibleProfile, type Reader, visibleUserId } from '../../access/visible-people-statement.ts';
import type { Db } from '../../db/connection.ts';

interface InstallRow {
  install_id: string;
  user_id: string | null;
  name: string | null;
  email: string | null;
  kind: string | null;
  installed_at: Date | null;
  first_seen_at: Date;
  last_active_on: string | null;
  campaign_id: string;
  campaign_name: string | null;
  network: string;
  match_type: string | null;
  verdict: string;
  country: string;
  platform: string;
  model: string | null;
  app_version: string | null;
  sdk_version: string | null;
  os_version: string | null;
  language: string | null;
  tracking_authorized: boolean | null;
  advertising_id: string | null;
  vendor_id: string | null;
  deep_link: string | null;
  first_touch: WebTouch | null;
  last_touch: WebTouch | null;
  imported: boolean;
  consent: Partial<Consent> | null;
  consent_times: ConsentState['times'] | null;
}

export interface LoadedInstall {
  row: InstallRow;
  revenue: Money[];
}

async function loadRows(db: Db, reader: Reader, ids: string[]): Promise<InstallRow[]> {
  const { projectId } = reader;
  const userId = visibleUserId(reader, { id: sql.ref('i.install_id'), userId: sql.ref('i.user_id') });
  const { rows } = await sql<InstallRow>`
    select i.install_id, u.user_id, p.name, p.email, i.kind, i.installed_at, i.first_seen_at, d.last_active_on,
      i.campaign_id, c.name as campaign_name, i.network, i.match_type, i.verdict, i.country, i.platform, i.model,
      i.app_version, i.sdk_version, i.os_version, i.language, i.tracking_authorized, i.advertising_id, i.vendor_id,
      i.deep_link, i.first_touch, i.last_touch, i.imported, i.consent, i.consent_times
    from installs i
    cross join lateral (select ${userId} as user_id) u
    left join people p on p.project_id = ${projectId} and p.user_id = u.user_id
      and ${isVisibleProfile(reader, sql.ref('u.user_id'))}
    left join campaigns c on c.project_id = i.project_id and c.id = i.campaign_id
    left join lateral (
      select max(d.local_date) as last_active_on from person_days d
      where d.project_id = ${projectId} and d.install_id = i.install_id
    ) d on true
    where i.project_id = ${projectId} and i.install_id = any(${ids}::text[])`.execute(db);
  return rows;
}

interface RevenueRow {
  install_id: string;
  currency: string;
  amount: string;
}

/**
 * What the installs paid and was not taken back. A guest's share of it is what their campaigns were credited with
 * at the time, which the event of a payment tells.
 */
async function loadRevenue(db: Db, { projectId, scope }: Reader, ids: string[]): Promise<RevenueRow[]> {
  const credited = scope.all
    ? sql``
    : sql`join events e on e.project_id = ${projectId} and e.id = p.event_id and e.occurred_at = p.occurred_at
        and e.campaign_id = any(${scope.campaigns}::uuid[])`;
  const { rows } = await sql<RevenueRow>`
    select p.install_id, p.currency, sum(p.amount)::text as amount
    from payments p ${credited}
    where p.project_id = ${projectId} and p.install_id = any(${ids}::text[])
      and p.status = 'PAYMENT_COMPLETED' and p.type <> all(${WITHOUT_REVENUE}::text[])
    group by p.install_id, p.currency order by p.currency`.execute(db);
  return rows;
}

/** Some installs with who uses them and what they paid, in the order of the ids; one that is gone is left out. */
export async function loadInstalls(db: Db, reader: Reader, ids: string[]): Promise<LoadedInstall[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await loadRows(db, reader, ids)).map((row) => [row.install_id, row]));
  const sums = await loadRevenue(db, reader, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const mine = sums.filter((sum) => sum.install_id === id);
    return row ? [{ row, revenue: mine.map(({ amount, currency }) => ({ amount, currency })) }] : [];
  });
}
