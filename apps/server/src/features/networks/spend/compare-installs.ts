import {
  type ComparedInstall,
  type Comparison,
  NETWORK_RULES,
  type NetworkTouch,
} from '@trailmark/core/networks/itemise-difference';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { AppError } from '../../../platform/app-error.ts';
import { matchedDays } from './count-network-spend.ts';

export interface DifferenceFilter {
  projectId: string;
  kind: keyof typeof NETWORK_RULES;
  from: string;
  to: string;
  /** One of ours. */
  campaignId: string | undefined;
}

/** What the network claims for itself in the period. */
export async function readClaimed(db: Db, filter: DifferenceFilter): Promise<string> {
  const { campaignId } = filter;
  const { rows } = await sql<{ claimed: string }>`
    select trim_scale(coalesce(sum(m.installs), 0))::text as claimed from (${matchedDays(filter)}) m
    where ${campaignId === undefined ? sql`true` : sql`m.campaign_id = ${campaignId}`}`.execute(db);
  return rows[0]?.claimed ?? '0';
}

/** The zone of the account that the network's days are taken to be in: that which costs most. */
async function readZone(db: Db, { projectId, kind, from, to }: DifferenceFilter): Promise<string | null> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select a.time_zone from network_accounts a
    left join network_ad_days d on d.project_id = ${projectId} and d.kind = ${kind}
      and d.ad_account_id = split_part(a.external_id, '/', 1) and d.day between ${from}::date and ${to}::date
    where a.project_id = ${projectId} and a.kind = ${kind}
      and a.time_zone in (select name from pg_timezone_names)
    group by a.time_zone order by sum(d.spend) desc nulls last, a.time_zone limit 1`.execute(db);
  return rows[0]?.time_zone ?? null;
}

/** When each day was last asked for; a day that was not asked for at some account that is connected is missing. */
async function readPulls(
  db: Db,
  { projectId, kind, from, to }: DifferenceFilter,
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ day: string; pulled_at: Date }>`
    select p.day, min(p.pulled_at) as pulled_at from network_import_days p
    where p.project_id = ${projectId} and p.kind = ${kind} and p.day between ${from}::date and ${to}::date
      and not exists (select from network_imports i where i.project_id = ${projectId} and i.kind = ${kind}
        and not exists (select from network_import_days o where o.project_id = ${projectId} and o.kind = ${kind}
          and o.ad_account_id = i.ad_account_id and o.day = p.day))
    group by p.day`.execute(db);
  return new Map(rows.map(({ day, pulled_at }) => [day, pulled_at]));
}

export interface PreparedComparison extends Comparison {
  projectZone: string;
  accountZone: string | null;
}

export async function prepareComparison(db: Db, filter: DifferenceFilter): Promise<PreparedComparison> {
  const project = await db
    .selectFrom('projects')
    .select('timezone')
    .where('project_id', '=', filter.projectId)
    .executeTakeFirst();
  if (!project) throw new AppError('not_found', 'We couldn’t find this project.');
  return {
    rules: NETWORK_RULES[filter.kind],
    from: filter.from,
    to: filter.to,
    pulledAt: await readPulls(db, filter),
    projectZone: project.timezone,
    accountZone: await readZone(db, filter),
  };
}

export type ReadInstall = ComparedInstall & {
  installId: string;
  creditedNetwork: string;
  matchType: string;
};

interface InstallRow {
  install_id: string;
  installed_at: Date;
  local_day: string;
  account_day: string;
  kind: 'install' | 'reinstall';
  network: string;
  campaign_id: string;
  match_type: string;
  verdict: string;
  touches: { kind: 'click' | 'view'; at: string; day: string; outside: boolean }[] | null;
}

/** The place of an install in the list. */
export interface InstallPosition {
  at: Date;
  installId: string;
}

/** Read together. */
const PAGE = 5000;

/** Touches of a receipt that are the network's and that something connects to the device. */
const touchesOf = ({ kind, campaignId }: DifferenceFilter, zone: string) => sql`(
  select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.at, 'outside', c.outcome = 'outside_window',
      'day', (t.at::timestamptz at time zone ${zone})::date))
  from json_to_recordset(d.receipt -> 'touches')
    as t (id text, kind text, at text, network text, "campaignId" text)
  join json_to_recordset(d.receipt -> 'decision' -> 'candidates')
    as c ("touchId" text, "matchType" text, outcome text) on c."touchId" = t.id
  where t.network = ${kind} and c."matchType" is not null
    and ${campaignId === undefined ? sql`true` : sql`t."campaignId" = ${campaignId}`})`;

/** A page of installs that the network could count in the period, or that we credit it with. */
async function readPage(
  db: Db,
  filter: DifferenceFilter,
  { comparison, after }: { comparison: PreparedComparison; after: InstallPosition | null },
): Promise<InstallRow[]> {
  const { projectId, from, to } = filter;
  const { rules, projectZone } = comparison;
  const zone = comparison.accountZone ?? projectZone;
  const { rows } = await sql<InstallRow>`
    select i.install_id, i.installed_at, (i.installed_at at time zone ${projectZone})::date as local_day,
      (i.installed_at at time zone ${zone})::date as account_day, d.kind, d.network, d.campaign_id, d.match_type,
      d.verdict, ${touchesOf(filter, zone)} as touches
    from installs i
    cross join lateral (select * from decisions f
      where f.project_id = ${projectId} and f.install_id = i.install_id and f.kind in ('install', 'reinstall')
      order by f.revision desc limit 1) d
    where i.project_id = ${projectId}
      and i.installed_at >= ${from}::date - interval '2 days'
      and i.installed_at < ${to}::date + ${rules.clickDays + 3} * interval '1 day'
      and ${after ? sql`(i.installed_at, i.install_id) > (${after.at}, ${after.installId})` : sql`true`}
    order by i.installed_at, i.install_id limit ${PAGE}`.execute(db);
  return rows;
}

function comparedOf(row: InstallRow, { kind, campaignId }: DifferenceFilter): ReadInstall {
  const isOfNetwork = row.network === kind;
  return {
    installId: row.install_id,
    creditedNetwork: row.network,
    matchType: row.match_type,
    at: row.installed_at,
    day: row.local_day,
    accountDay: row.account_day,
    kind: row.kind,
    isCredited: isOfNetwork && (campaignId === undefined || row.campaign_id === campaignId),
    isOfOther: row.network !== 'ORGANIC' && !isOfNetwork,
    isSuspicious: row.verdict === 'no_credit',
    touches: (row.touches ?? []).map(
      (touch): NetworkTouch => ({
        kind: touch.kind,
        at: new Date(touch.at),
        day: touch.day,
        isOutside: touch.outside,
      }),
    ),
  };
}

/** Every install that matters to the comparison, in the order of time, page by page. */
export async function* readInstalls(
  db: Db,
  filter: DifferenceFilter,
  { comparison, ...begin }: { comparison: PreparedComparison; after: InstallPosition | null },
): AsyncGenerator<ReadInstall> {
  let { after } = begin;
  for (;;) {
    const rows: InstallRow[] = await readPage(db, filter, { comparison, after });
    for (const row of rows) yield comparedOf(row, filter);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { at: last.installed_at, installId: last.install_id };
  }
}
