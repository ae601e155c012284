import {
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  MOST_DIFFERENCE_DAYS,
} from '@trailmark/contract/network-spend';
import {
  addInstall,
  compareInstall,
  type InstallDifference,
  noDifference,
} from '@trailmark/core/networks/itemise-difference';
import { sql } from 'kysely';
import { badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { daysBetween, daysOf } from '../../../report/days.ts';
import {
  type DifferenceFilter,
  type InstallPosition,
  prepareComparison,
  type ReadInstall,
  readClaimed,
  readInstalls,
} from './compare-installs.ts';

function checkRange({ from, to }: DifferenceFilter): void {
  if (from > to) throw badField('to', 'is before from');
  if (daysBetween(from, to) >= MOST_DIFFERENCE_DAYS) {
    throw badField('from', `is more than ${MOST_DIFFERENCE_DAYS} days before to`);
  }
}

/** The network's number, ours, and what lies between them. */
export async function readDifference({ db }: Kit, filter: DifferenceFilter) {
  checkRange(filter);
  const comparison = await prepareComparison(db, filter);
  const sums = noDifference();
  for await (const install of readInstalls(db, filter, { comparison, after: null })) {
    addInstall(sums, install, comparison);
  }
  const { ours, explained, items } = sums;
  const claimed = await readClaimed(db, filter);
  const { rows } = await sql<{ difference: string; rest: string }>`
    select trim_scale(${claimed}::numeric - ${ours}::int)::text as difference,
      trim_scale(${claimed}::numeric - ${explained}::int)::text as rest`.execute(db);
  const { difference = '0', rest = '0' } = rows[0] ?? {};
  const pulls = daysOf(filter).map((day) => comparison.pulledAt.get(day) ?? null);
  const oldest = pulls.reduce((least, at) => (least === null || at === null || at < least ? at : least));
  return {
    claimed,
    ours,
    difference,
    items: DIFFERENCE_CAUSES.flatMap((cause) => {
      const count = cause === 'not_seen' ? rest : String(items.get(cause) ?? 0);
      return count === '0' ? [] : [{ cause, installs: count }];
    }),
    pulled_at: oldest?.toISOString() ?? null,
    network_rules: {
      click_days: comparison.rules.clickDays,
      view_days: comparison.rules.viewDays,
      counts_by: comparison.rules.countsBy,
      time_zone: comparison.accountZone,
    },
  };
}

export interface DifferenceRow extends InstallDifference {
  install: ReadInstall;
}

/** The installs behind a cause, in the order of time. */
export async function listRows(
  { db }: Kit,
  filter: DifferenceFilter,
  { cause, after, limit }: { cause: DifferenceCause; after: InstallPosition | null; limit: number },
): Promise<DifferenceRow[]> {
  checkRange(filter);
  const comparison = await prepareComparison(db, filter);
  const rows: DifferenceRow[] = [];
  for await (const install of readInstalls(db, filter, { comparison, after })) {
    const difference = compareInstall(install, comparison);
    if (difference?.cause !== cause) continue;
    rows.push({ ...difference, install });
    if (rows.length >= limit) break;
  }
  return rows;
}
