import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { deleteSpendBy, settleSpend } from '../../../rollups/spend-deltas.ts';

interface Days {
  projectId: string;
  kind: NetworkKind;
  from: string;
  to: string;
}

/** A campaign as its network names it. */
export interface NetworkCampaign {
  ad_account_id: string;
  network_campaign_id: string;
}

/** From the first to the last day of which a network has reported something of these campaigns; null: of none. */
export async function reportedDays(
  tx: Tx,
  { projectId, kind }: Pick<Days, 'projectId' | 'kind'>,
  campaigns: readonly NetworkCampaign[],
): Promise<Pick<Days, 'from' | 'to'> | null> {
  const accounts = campaigns.map(({ ad_account_id }) => ad_account_id);
  const ids = campaigns.map(({ network_campaign_id }) => network_campaign_id);
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day) as from, max(day) as to from network_ad_days
    where project_id = ${projectId} and kind = ${kind} and (ad_account_id, network_campaign_id) in (
      select * from unnest(${accounts}::text[], ${ids}::text[]))`.execute(tx);
  const { from, to } = rows[0] ?? {};
  return from && to ? { from, to } : null;
}

/** Rows of `d` joined to what was matched at a level, if it was. */
const matchedAt = (alias: string, [adSet, ad]: [adSet: string, ad: string]) =>
  sql.raw(`left join network_ads ${alias} on ${alias}.project_id = d.project_id and ${alias}.kind = d.kind
    and ${alias}.ad_account_id = d.ad_account_id and ${alias}.network_campaign_id = d.network_campaign_id
    and ${alias}.network_ad_set_id = ${adSet} and ${alias}.network_ad_id = ${ad}
    and (${alias}.campaign_id is not null or ${alias}.ignored)`);

/** Days of ads with the campaign and link they belong to: what a person said first, then what was said most precisely. */
export const matchedDays = ({ projectId, kind, from, to }: Days) => sql`
  select d.*, m.campaign_id, m.link_id
  from network_ad_days d
  ${matchedAt('a', ['d.network_ad_set_id', 'd.network_ad_id'])}
  ${matchedAt('s', ['d.network_ad_set_id', "''"])}
  ${matchedAt('c', ["''", "''"])}
  left join lateral (
    select x.campaign_id, x.link_id
    from (values (a.kind, a.matched_by, 1, a.campaign_id, a.link_id), (s.kind, s.matched_by, 2, s.campaign_id,
      s.link_id), (c.kind, c.matched_by, 3, c.campaign_id, c.link_id))
      as x (kind, matched_by, level, campaign_id, link_id)
    where x.kind is not null order by x.matched_by = 'hand' desc nulls last, x.level limit 1) m on true
  where d.project_id = ${projectId} and d.kind = ${kind} and d.day between ${from}::date and ${to}::date`;

/**
 * Brings the spend of campaigns to what a network says of some days, and counts it where it counts. The project is
 * locked: no spend is imported meanwhile.
 */
export async function countNetworkSpend(tx: Tx, now: Date, days: Days): Promise<void> {
  const { projectId, kind, from, to } = days;
  const derived = sql`
    select m.day as local_date, m.campaign_id, coalesce(m.link_id, ${NO_ID}::uuid) as link_id, m.currency,
      sum(m.spend) as amount
    from (${matchedDays(days)}) m where m.campaign_id is not null group by 1, 2, 3, 4`;
  await deleteSpendBy(
    tx,
    projectId,
    sql`delete from spend_days s
      where s.project_id = ${projectId} and s.source = ${kind} and s.local_date between ${from}::date and ${to}::date
        and (s.local_date, s.campaign_id, s.link_id, s.currency, s.amount) not in (select w.* from (${derived}) w)
      returning s.*`,
  );
  await sql`insert into spend_days (project_id, local_date, campaign_id, link_id, source, currency, amount, counted,
      updated_at)
    select ${projectId}::uuid, w.local_date, w.campaign_id, w.link_id, ${kind}, w.currency, w.amount, false,
      ${now}::timestamptz
    from (${derived}) w on conflict do nothing`.execute(tx);
  const inRange = sql`project_id = ${projectId} and local_date between ${from}::date and ${to}::date`;
  await settleSpend(tx, projectId, sql`select campaign_id, local_date from spend_days where ${inRange}`);
}
