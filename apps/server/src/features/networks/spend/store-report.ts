import type { NetworkKind } from '@trailmark/contract/network-accounts';
import type { AdReportRow } from '@trailmark/core/networks/ad-report';
import { sql } from 'kysely';
import { bulk } from '../../../db/bulk.ts';
import type { Tx } from '../../../db/connection.ts';
import { countNetworkSpend, type NetworkCampaign, reportedDays } from './count-network-spend.ts';
import type { ImportKey } from './import-store.ts';
import { learnFromClicks } from './learn-from-clicks.ts';

interface DayRow {
  day: string;
  network_campaign_id: string;
  network_ad_set_id: string;
  network_ad_id: string;
  currency: string;
  spend: string;
  impressions: number;
  clicks: number;
  installs: string;
}

const DAYS = bulk<DayRow>({
  day: 'date',
  network_campaign_id: 'text',
  network_ad_set_id: 'text',
  network_ad_id: 'text',
  currency: 'text',
  spend: 'numeric',
  impressions: 'bigint',
  clicks: 'bigint',
  installs: 'numeric',
});

type NameRow = Pick<DayRow, 'network_campaign_id' | 'network_ad_set_id' | 'network_ad_id'> & { name: string };

const NAMES = bulk<NameRow>({
  network_campaign_id: 'text',
  network_ad_set_id: 'text',
  network_ad_id: 'text',
  name: 'text',
});

const KEY = 'network_campaign_id, network_ad_set_id, network_ad_id';
const VALUES = 'currency, spend, impressions, clicks, installs';
const ofRow = (alias: string, columns: string) =>
  sql.raw(
    columns
      .split(', ')
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );

/** Each campaign, ad set and ad once, by its last name. */
function namesOf(rows: readonly AdReportRow[]): NameRow[] {
  const names = new Map<string, NameRow>();
  const add = (ids: [string, string, string], name: string) => {
    const [network_campaign_id, network_ad_set_id, network_ad_id] = ids;
    const row = { network_campaign_id, network_ad_set_id, network_ad_id };
    names.set(ids.join('/'), { ...row, name: name || (ids.findLast(Boolean) ?? '') });
  };
  for (const { campaign, adSet, ad } of rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    add([campaign.id, '', ''], campaign.name);
    if (adSet.id) add([campaign.id, adSet.id, ''], adSet.name);
    if (ad.id) add([campaign.id, adSet.id, ad.id], ad.name);
  }
  return [...names.values()];
}

async function storeNames(tx: Tx, now: Date, key: ImportKey, rows: readonly AdReportRow[]): Promise<void> {
  const { projectId, kind, adAccountId } = key;
  await sql`insert into network_ads as a (project_id, kind, ad_account_id, ${sql.raw(KEY)}, name, first_seen_at,
      updated_at)
    select ${projectId}::uuid, ${kind}, ${adAccountId}, ${ofRow('r', KEY)}, r.name, ${now}::timestamptz,
      ${now}::timestamptz
    from ${NAMES.rows(namesOf(rows))}
    on conflict (project_id, kind, ad_account_id, ${sql.raw(KEY)})
    do update set name = excluded.name, updated_at = excluded.updated_at where a.name <> excluded.name`.execute(
    tx,
  );
}

interface Report {
  from: string;
  to: string;
  rows: readonly AdReportRow[];
  /** Of rows that do not say it. */
  currency: string;
}

/** What the network says now takes the place of what it said before. Returns how many rows are new or have changed. */
async function storeDays(tx: Tx, now: Date, key: ImportKey, report: Report): Promise<number> {
  const { projectId, kind, adAccountId } = key;
  const given = DAYS.rows(
    report.rows.map(({ day, campaign, adSet, ad, currency, ...numbers }) => ({
      day,
      network_campaign_id: campaign.id,
      network_ad_set_id: adSet.id,
      network_ad_id: ad.id,
      currency: currency ?? report.currency,
      spend: numbers.spend,
      impressions: numbers.impressions,
      clicks: numbers.clicks,
      installs: numbers.installs,
    })),
  );
  const { numAffectedRows: gone = 0n } = await sql`delete from network_ad_days d
    where d.project_id = ${projectId} and d.kind = ${kind} and d.ad_account_id = ${adAccountId}
      and d.day between ${report.from}::date and ${report.to}::date
      and not exists (select from ${given}
        where (r.day, ${ofRow('r', KEY)}, ${ofRow('r', VALUES)}) = (d.day, ${ofRow('d', KEY)}, ${ofRow('d', VALUES)}))`.execute(
    tx,
  );
  const { numAffectedRows: added = 0n } =
    await sql`insert into network_ad_days (project_id, kind, ad_account_id,
      day, ${sql.raw(KEY)}, ${sql.raw(VALUES)}, updated_at)
    select ${projectId}::uuid, ${kind}, ${adAccountId}, r.day, ${ofRow('r', KEY)}, ${ofRow('r', VALUES)},
      ${now}::timestamptz
    from ${given} on conflict do nothing`.execute(tx);
  return Number(added > gone ? added : gone);
}

/**
 * Campaigns that are named as one of ours is, and as no other is, belong to it until somebody says otherwise. Gives those
 * that were matched.
 */
async function matchByName(tx: Tx, now: Date, { projectId, kind }: ImportKey): Promise<NetworkCampaign[]> {
  const { rows } =
    await sql<NetworkCampaign>`update network_ads a set campaign_id = c.id, matched_by = 'name', updated_at = ${now}
    from (select (array_agg(id))[1] as id, name from campaigns
      where project_id = ${projectId} and network = ${kind} group by name having count(*) = 1) c
    where a.project_id = ${projectId} and a.kind = ${kind} and a.network_ad_set_id = ''
      and a.campaign_id is null and a.matched_by is null and not a.ignored and a.name = c.name
    returning a.ad_account_id, a.network_campaign_id`.execute(tx);
  return rows;
}

/** What was matched just now has days of earlier imports, which were of nobody; they are counted too. */
async function withEarlierDays(
  tx: Tx,
  { projectId, kind, ...days }: { projectId: string; kind: NetworkKind; from: string; to: string },
  matched: readonly NetworkCampaign[],
) {
  const earlier = await reportedDays(tx, { projectId, kind }, matched);
  if (!earlier) return days;
  return {
    from: earlier.from < days.from ? earlier.from : days.from,
    to: earlier.to > days.to ? earlier.to : days.to,
  };
}

/** Stores what a network says of an account's days, and counts it. The project is locked. */
export async function storeReport(tx: Tx, now: Date, key: ImportKey, report: Report): Promise<number> {
  const { projectId, kind, adAccountId } = key;
  const { from, to } = report;
  // What was not asked for is not replaced when it is asked for.
  const rows = report.rows.filter(({ day }) => day >= from && day <= to);
  await storeNames(tx, now, key, rows);
  const changed = await storeDays(tx, now, key, { ...report, rows });
  const matched = [...(await learnFromClicks(tx, now, key)), ...(await matchByName(tx, now, key))];
  const counted = await withEarlierDays(tx, { projectId, kind, from, to }, matched);
  await countNetworkSpend(tx, now, { projectId, kind, ...counted });
  await sql`insert into network_import_days (project_id, kind, ad_account_id, day, pulled_at)
    select ${projectId}::uuid, ${kind}, ${adAccountId}, day::date, ${now}::timestamptz
    from generate_series(${from}::date, ${to}::date, interval '1 day') day
    on conflict (project_id, kind, ad_account_id, day) do update set pulled_at = excluded.pulled_at`.execute(
    tx,
  );
  return changed;
}
