import { enqueue } from '../../../jobs/queue.ts';
import { job } from '../../../jobs/runner.ts';
import { isLost, type NetworkRefused } from '../../../networks/ask-network.ts';
import { loseLogin, NETWORK_WORDS } from '../../../networks/lose-login.ts';
import { AppError } from '../../../platform/app-error.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { addDays } from '../../../report/days.ts';
import { lockSpend } from '../../../rollups/spend-deltas.ts';
import { daysToImport, type ImportDays, nextDays, todayIn, trailingDays } from './import-days.ts';
import {
  type AccountAccess,
  changeImport,
  enterAllAccounts,
  findAccess,
  findImport,
  type ImportKey,
  type ImportRow,
  listDueImports,
  lockImport,
} from './import-store.ts';
import { readReport } from './read-report.ts';
import { storeReport } from './store-report.ts';

const EVERY_MS = 4 * HOUR_MS;
/** A worker that is gone leaves an account to others after that; a part of an import takes less. */
const PART_MS = 15 * MINUTE_MS;
const BUSY_MS = 10 * MINUTE_MS;

const payloadOf = ({ projectId, kind, adAccountId }: ImportKey) => ({
  project_id: projectId,
  kind,
  ad_account_id: adAccountId,
});
export const importJobKey = ({ projectId, kind, adAccountId }: ImportKey) =>
  `import-network-spend ${projectId} ${kind} ${adAccountId}`;

/** Enters accounts that are new, and gives those whose turn has come to a worker each. */
export const findDueImports = job('find-due-imports', async (kit) => {
  const { db, clock } = kit;
  const now = clock.now();
  await enterAllAccounts(kit, now);
  for (const key of await listDueImports(kit, now)) {
    await enqueue(db, 'import-network-spend', payloadOf(key), { key: importJobKey(key), keepsTime: true });
  }
});

/** What is left of an import that runs, or that a person began and that waited for them to connect again. */
function daysLeft({ state, by_hand, reached_day: from, to_day: to }: ImportRow): ImportDays | null {
  const goesOn = state === 'running' || (state === 'waiting' && by_hand);
  return goesOn && from !== null && to !== null && from <= to ? { from, to } : null;
}

/** The days of an account that are to be asked for next; null: it is not its turn. */
async function beginPart({ db, clock }: Kit, key: ImportKey): Promise<ImportDays | null> {
  const now = clock.now();
  return await db.transaction().execute(async (tx) => {
    const row = await lockImport(tx, key);
    if (!row || row.next_at > now || row.state === 'stopped') return null;
    const next_at = later(now, PART_MS);
    const left = daysLeft(row);
    if (left) {
      await changeImport(tx, key, { state: 'running', ended_at: null, next_at });
      return nextDays(left);
    }
    const days = daysToImport({ now, timeZone: row.time_zone, trailingAt: row.trailing_at });
    await changeImport(tx, key, {
      state: 'running',
      from_day: days.from,
      to_day: days.to,
      reached_day: days.from,
      by_hand: false,
      changed_rows: 0,
      reason: null,
      started_at: now,
      ended_at: null,
      next_at,
    });
    return nextDays(days);
  });
}

/** What an import is after some of its days are stored. */
function afterPart(row: ImportRow, days: ImportDays, { now, changed }: { now: Date; changed: number }) {
  const changed_rows = row.changed_rows + changed;
  const isDone = row.to_day === null || days.to >= row.to_day;
  if (!isDone) return { reached_day: addDays(days.to, 1), changed_rows, reason: null, next_at: now };
  const trailing = trailingDays(todayIn(row.time_zone, now));
  const isTrailing = row.from_day !== null && row.from_day <= trailing.from && days.to >= trailing.to;
  return {
    state: 'waiting' as const,
    reached_day: addDays(days.to, 1),
    changed_rows,
    reason: null,
    ended_at: now,
    pulled_at: now,
    next_at: later(now, EVERY_MS),
    ...(isTrailing ? { trailing_at: now } : {}),
  };
}

/** Not where it was stopped, or begun again for other days, while the network answered. */
const isStillRunning = (row: ImportRow | null, days: ImportDays) =>
  row?.state === 'running' && row.reached_day === days.from;

async function importPart(
  kit: Kit,
  key: ImportKey,
  { days, access, signal }: { days: ImportDays; access: AccountAccess; signal: AbortSignal },
): Promise<void> {
  const rows = await readReport(kit, key, { access, days, signal });
  await kit.db.transaction().execute(async (tx) => {
    const { currency } = await lockSpend(tx, key.projectId);
    const row = await lockImport(tx, key);
    if (!row || !isStillRunning(row, days)) return;
    const now = kit.clock.now();
    const report = { ...days, rows, currency: access.currency ?? currency };
    const changed = await storeReport(tx, now, key, report);
    await changeImport(tx, key, afterPart(row, days, { now, changed }));
  });
}

/** Meta and TikTok say the same where a person may read nothing any more, and where only this account is not theirs. */
const isLoginLost = ({ kind }: ImportKey, error: AppError): error is NetworkRefused =>
  isLost(error) && (kind === 'GOOGLE' || error.error.meaning === 'bad_token');

/** A network that is busy is asked again soon; what a person has to mend is said. */
async function failPart(
  kit: Kit,
  key: ImportKey,
  { error, days, loginId }: { error: unknown; days: ImportDays; loginId: string | null },
) {
  if (!(error instanceof AppError)) throw error;
  const now = kit.clock.now();
  if (isLoginLost(key, error) && loginId !== null) {
    const reason = `${NETWORK_WORDS[key.kind].label} answered ${error.error.words}`;
    await loseLogin(kit, { projectId: key.projectId, loginId, reason });
  }
  const isBusy = error.code === 'unavailable';
  await kit.db.transaction().execute(async (tx) => {
    if (!isStillRunning(await lockImport(tx, key), days)) return;
    await changeImport(tx, key, {
      ...(isBusy ? {} : { state: 'failed', ended_at: now }),
      reason: error.message,
      next_at: later(now, isBusy ? BUSY_MS : DAY_MS),
    });
  });
}

/** Asks an account for some days after the other; each part is a job of its own, so that none keeps others waiting. */
export const importNetworkSpend = job('import-network-spend', async (kit, payload, signal) => {
  const key = { projectId: payload.project_id, kind: payload.kind, adAccountId: payload.ad_account_id };
  const days = await beginPart(kit, key);
  if (!days) return;
  const access = await findAccess(kit.db, key);
  try {
    if (!access)
      throw new AppError('conflict', 'No sign-in has access to this account any more. Connect again.');
    await importPart(kit, key, { days, access, signal });
  } catch (error) {
    await failPart(kit, key, { error, days, loginId: access?.login_id ?? null });
  }
  const after = await findImport(kit.db, key);
  if (after?.state === 'running' && after.next_at <= kit.clock.now()) {
    await enqueue(kit.db, 'import-network-spend', payload, { key: importJobKey(key) });
  }
});
