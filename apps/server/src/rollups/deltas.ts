import type { Counter } from '@trailmark/core/metrics/counters';
import { bulk } from '../db/bulk.ts';
import type { Tx } from '../db/connection.ts';
import { prepare } from '../db/run-prepared.ts';
import type { Credit } from '../pipeline/credit.ts';

/** Where in the rollups something counts. */
export interface DeltaKey {
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

interface DeltaRow {
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
  amount: string;
}

const DELTAS = bulk<DeltaRow>({
  local_date: 'date',
  local_hour: 'smallint',
  cohort_date: 'date',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  country: 'text',
  platform: 'text',
  metric: 'text',
  event_name: 'text',
  currency: 'text',
  day_number: 'int',
  count: 'bigint',
  amount: 'numeric',
});

const insertDeltas = prepare<never>(`
  insert into rollup_deltas (project_id, id, ${DELTAS.names})
  select $1::uuid, gen_random_uuid(), ${DELTAS.names} from ${DELTAS.table(2)}`);

function rowOf(key: DeltaKey, count: number, amount = '0'): DeltaRow {
  return {
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
    count,
    amount,
  };
}

/** The deltas of a project. */
export function createDeltas(projectId: string): Deltas {
  const sums = new Map<string, DeltaRow>();
  // Money is summed by the database: these are the exact decimals, each a row of its own.
  const amounts: DeltaRow[] = [];
  return {
    add(key, count, amount) {
      if (amount !== undefined) {
        amounts.push(rowOf(key, count, amount));
        return;
      }
      const { credit } = key;
      const text = `${key.localDate}|${key.localHour}|${key.cohortDate}|${credit.campaignId}|${credit.linkId}|${credit.network}|${key.country}|${key.platform}|${key.metric}|${key.eventName ?? ''}|${key.dayNumber ?? ''}`;
      const known = sums.get(text);
      if (known) known.count += count;
      else sums.set(text, rowOf(key, count));
    },
    async write(tx) {
      const rows = [...[...sums.values()].filter(({ count }) => count !== 0), ...amounts];
      if (rows.length > 0) await insertDeltas(tx, [projectId, ...DELTAS.values(rows)]);
    },
  };
}
