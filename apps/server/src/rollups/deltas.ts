import type { Counter } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import { bulk } from '../db/bulk.ts';
import type { Db, Tx } from '../db/connection.ts';
import { prepare } from '../db/run-prepared.ts';
import type { Credit } from '../pipeline/credit.ts';

/** A row of the view `rollup_deltas`, but for its project. */
export interface DeltaRow {
  local_date: string;
  cohort_date: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
  metric: string;
  event_name: string;
  currency: string;
  /** After the install, where it is not that of the calendar. */
  day_number: number | null;
  count: number;
  amount: string;
}

/** In the order of the type `rollup_delta`. */
const DELTAS = bulk<DeltaRow>({
  local_date: 'date',
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

/** An id that grows with time. */
const ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || substr(gen_random_uuid()::text, 14))::uuid`;

const INTO = 'insert into rollup_delta_groups (project_id, id, size, deltas)';
const GROUP = `${ID}, count(*), array_agg(row(${DELTAS.names})::rollup_delta)`;

/** A statement that adds rows, which have the columns of a delta, to the rollups of the project $1. */
export const appendDeltas = (rows: string): string =>
  `${INTO} select $1::uuid, ${GROUP} from (${rows}) d having count(*) > 0`;

/** The same for a statement that kysely puts together. */
export const appendDeltasOf = (projectId: string, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.raw(INTO)} select ${projectId}::uuid, ${sql.raw(GROUP)} from (${rows}) d having count(*) > 0`;

const appendRows = prepare<never>(appendDeltas(`select * from ${DELTAS.table(2)}`));

export async function appendDeltaRows(db: Db | Tx, projectId: string, rows: DeltaRow[]): Promise<void> {
  if (rows.length > 0) await appendRows(db, [projectId, ...DELTAS.values(rows)]);
}

/** A click as an entry of the type `uncounted_click`. */
const CLICK = 'id, local_date, campaign_id, link_id, network, country, platform, device_key';

/** A statement that adds clicks, which have those columns, to the rollups of the project $1. */
export const appendClicks = (rows: string): string => `
  insert into rollup_delta_groups (project_id, id, size, clicks)
  select $1::uuid, ${ID}, count(*), array_agg(row(${CLICK})::uncounted_click) from (${rows}) c having count(*) > 0`;

/** Where in the rollups something counts. */
export interface DeltaKey {
  localDate: string;
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

function rowOf(key: DeltaKey, count: number, amount = '0'): DeltaRow {
  return {
    local_date: key.localDate,
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
      const text = `${key.localDate}|${key.cohortDate}|${credit.campaignId}|${credit.linkId}|${credit.network}|${key.country}|${key.platform}|${key.metric}|${key.eventName ?? ''}|${key.dayNumber ?? ''}`;
      const known = sums.get(text);
      if (known) known.count += count;
      else sums.set(text, rowOf(key, count));
    },
    async write(tx) {
      const rows = [...[...sums.values()].filter(({ count }) => count !== 0), ...amounts];
      await appendDeltaRows(tx, projectId, rows);
    },
  };
}
