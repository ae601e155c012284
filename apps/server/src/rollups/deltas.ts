import type { Counter } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { runPrepared } from '../db/run-prepared.ts';
import type { Credit } from '../pipeline/credit.ts';

/** Where in the rollups something counts. */
export interface DeltaKey {
  projectId: string;
  localDate: string;
  localHour: number;
  cohortDate: string | null;
  credit: Credit;
  country: string;
  platform: string;
  metric: Counter;
  eventName?: string;
  currency?: string;
  /** After the install, where it is not that of the calendar. */
  dayNumber?: number;
}

/** Sums what a group adds to the rollups, and appends it with the rest of the group. */
export interface Deltas {
  add(key: DeltaKey, count: number, amount?: string): void;
  write(tx: Tx): Promise<void>;
}

interface Row {
  project_id: string;
  local_date: string;
  local_hour: number;
  cohort_date: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
  metric: string;
  event_name: string;
  currency: string;
  day_number: number | null;
  count: number;
}

function rowOf(key: DeltaKey): Row {
  return {
    project_id: key.projectId,
    local_date: key.localDate,
    local_hour: key.localHour,
    cohort_date: key.cohortDate,
    campaign_id: key.credit.campaignId,
    link_id: key.credit.linkId,
    network: key.credit.network,
    country: key.country,
    platform: key.platform,
    metric: key.metric,
    event_name: key.eventName ?? '',
    currency: key.currency ?? '',
    day_number: key.dayNumber ?? null,
    count: 0,
  };
}

export function createDeltas(): Deltas {
  const sums = new Map<string, Row>();
  // Money is summed by the database: these are the exact decimals, each a row of its own.
  const amounts: (Row & { amount: string })[] = [];
  return {
    add(key, count, amount) {
      if (amount !== undefined) {
        amounts.push({ ...rowOf(key), count, amount });
        return;
      }
      const { credit } = key;
      const text = `${key.projectId}|${key.localDate}|${key.localHour}|${key.cohortDate}|${credit.campaignId}|${credit.linkId}|${credit.network}|${key.country}|${key.platform}|${key.metric}|${key.eventName ?? ''}|${key.dayNumber ?? ''}`;
      const known = sums.get(text);
      if (known) known.count += count;
      else sums.set(text, { ...rowOf(key), count });
    },
    async write(tx) {
      const rows: object[] = [...sums.values()].filter((row) => row.count !== 0);
      rows.push(...amounts);
      if (rows.length === 0) return;
      const statement = sql`
        insert into rollup_deltas (project_id, id, local_date, local_hour, cohort_date, campaign_id, link_id,
          network, country, platform, metric, event_name, currency, day_number, count, amount)
        select project_id, gen_random_uuid(), local_date, local_hour, cohort_date, campaign_id, link_id,
          network, country, platform, metric, event_name, currency, day_number, count, coalesce(amount, 0)
        from json_to_recordset(${JSON.stringify(rows)}::json) as d (project_id uuid, local_date date,
          local_hour smallint, cohort_date date, campaign_id uuid, link_id uuid, network text, country text,
          platform text, metric text, event_name text, currency text, day_number int, count bigint, amount numeric)`;
      await runPrepared(tx, statement);
    },
  };
}
