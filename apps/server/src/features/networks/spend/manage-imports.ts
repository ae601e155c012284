import { MOST_BACKFILL_DAYS, type NetworkImport } from '@trailmark/contract/network-spend';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Tx } from '../../../db/connection.ts';
import { enqueue } from '../../../jobs/queue.ts';
import { NETWORK_WORDS } from '../../../networks/lose-login.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { addDays, daysBetween } from '../../../report/days.ts';
import { type ImportDays, todayIn, trailingDays } from './import-days.ts';
import { importJobKey } from './import-spend.ts';
import {
  changeImport,
  enterAccounts,
  findImport,
  type ImportKey,
  type ImportRow,
  lockImport,
} from './import-store.ts';

export const presentImport = (row: ImportRow): NetworkImport => ({
  kind: row.kind,
  ad_account_id: row.ad_account_id,
  name: row.name,
  currency: row.currency,
  time_zone: row.time_zone,
  state: row.state,
  changed_rows: row.changed_rows,
  reason: row.reason,
  days:
    row.from_day === null || row.to_day === null || row.reached_day === null
      ? null
      : { from: row.from_day, to: row.to_day, reached: row.reached_day },
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  pulled_at: row.pulled_at?.toISOString() ?? null,
  next_at: row.next_at.toISOString(),
});

type Acting = ImportKey & { actor: AuditActor };

const noAccount = () => new AppError('not_found', 'We couldn’t find this ad account.');

async function getImport(tx: Tx, key: ImportKey): Promise<ImportRow> {
  const row = await lockImport(tx, key);
  if (!row) throw noAccount();
  return row;
}

function checkDays({ from, to }: ImportDays, today: string): void {
  if (to > today) throw badField('to', 'is in the future');
  if (from < addDays(today, -MOST_BACKFILL_DAYS)) {
    throw badField('from', `is more than ${MOST_BACKFILL_DAYS} days ago`);
  }
  if (daysBetween(from, to) > MOST_BACKFILL_DAYS) throw badField('from', 'is too long before to');
}

/** Asks an account at once; what ran for it begins again with the days that are given. */
export async function startImport(
  kit: Kit,
  { actor, ...key }: Acting,
  days: ImportDays | null,
): Promise<ImportRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await enterAccounts(tx, now, key.projectId);
    const row = await getImport(tx, key);
    const today = todayIn(row.time_zone, now);
    const { from, to } = days ?? trailingDays(today);
    checkDays({ from, to }, today);
    await changeImport(tx, key, {
      state: 'running',
      from_day: from,
      to_day: to,
      reached_day: from,
      by_hand: true,
      changed_rows: 0,
      reason: null,
      started_at: now,
      ended_at: null,
      next_at: now,
    });
    const payload = { project_id: key.projectId, kind: key.kind, ad_account_id: key.adAccountId };
    await enqueue(tx, 'import-network-spend', payload, { key: importJobKey(key) });
    const target = `${NETWORK_WORDS[key.kind].label}: ${row.name}`;
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.import_started',
      target,
      after: { from, to },
    });
    return (await findImport(tx, key)) ?? row;
  });
}

/** Nothing more is asked for until somebody starts it again; the days that are there stay. */
export async function stopImport(kit: Kit, { actor, ...key }: Acting): Promise<ImportRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const row = await getImport(tx, key);
    await changeImport(tx, key, { state: 'stopped', ended_at: now, reason: null });
    const target = `${NETWORK_WORDS[key.kind].label}: ${row.name}`;
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.import_stopped',
      target,
    });
    return (await findImport(tx, key)) ?? row;
  });
}
