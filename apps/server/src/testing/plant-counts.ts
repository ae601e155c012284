import { ORGANIC } from '@trailmark/contract/networks';
import { type Counter, NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { putRates } from '../features/money/rate-store.ts';
import { appendDeltaRows } from '../rollups/deltas.ts';
import { settleSpend } from '../rollups/spend-deltas.ts';
import type { TestServer } from './test-server.ts';

/** Something that was counted; what is not said is organic, of an Android phone in India, and one. */
export interface Counted {
  date: string;
  metric: Counter;
  count?: number;
  campaign?: { campaign_id: string; default_link_id: string; network: string; owned_media?: boolean };
  link?: string;
  country?: string;
  platform?: string;
  event?: string;
  /** Money: an amount with its currency. */
  money?: [amount: string, currency: string];
  /** The day of the install. */
  cohort?: string;
  /** Where the day after the install is not the calendar's. */
  dayNumber?: number;
}

/** Rollups that wait to be folded, for tests of what is read from them. */
export async function plantCounts(server: TestServer, projectId: string, counted: Counted[]): Promise<void> {
  const rows = counted.map((one) => ({
    local_date: one.date,
    cohort_date: one.cohort ?? null,
    day_number: one.dayNumber ?? null,
    campaign_id: one.campaign?.campaign_id ?? NO_ID,
    link_id: one.link ?? one.campaign?.default_link_id ?? NO_ID,
    network: one.campaign?.network ?? ORGANIC,
    country: one.country ?? 'IN',
    platform: one.platform ?? 'android',
    metric: one.metric,
    event_name: one.event ?? '',
    currency: one.money?.[1] ?? '',
    count: one.count ?? 1,
    amount: one.money?.[0] ?? '0',
  }));
  await appendDeltaRows(server.db, projectId, rows);
}

/** What ads cost: day, campaign, amount, currency, and the link if it was one link's. */
export async function plantSpend(
  server: TestServer,
  projectId: string,
  spend: { date: string; campaignId: string; money: [amount: string, currency: string]; link?: string }[],
): Promise<void> {
  const rows = spend.map(({ date, campaignId, money: [amount, currency], link }) => ({
    project_id: projectId,
    local_date: date,
    campaign_id: campaignId,
    link_id: link ?? NO_ID,
    source: 'file',
    currency,
    amount,
    counted: false,
    updated_at: server.clock.now(),
  }));
  const planted = sql`jsonb_populate_recordset(null::spend_days, ${JSON.stringify(rows)}::jsonb)`;
  await server.db.transaction().execute(async (tx) => {
    await sql`insert into spend_days select * from ${planted}`.execute(tx);
    await settleSpend(tx, projectId, sql`select campaign_id, local_date from ${planted}`);
  });
}

/** Rates: so many units of the currency for a dollar. They are the same for all projects of a server. */
export async function plantRates(
  server: TestServer,
  rates: [currency: string, day: string, perUsd: string][],
): Promise<void> {
  const rows = rates.map(([currency, date, per_usd]) => ({ currency, date, per_usd }));
  await putRates(server.db, server.clock.now(), rows);
}
