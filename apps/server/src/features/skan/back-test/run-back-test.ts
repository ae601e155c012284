import { BACK_TEST_INSTALLS, BACK_TEST_MINUTES } from '@trailmark/contract/skan-back-test';
import { createBackTest } from '@trailmark/core/skan/schema/back-test';
import { proposeCandidates } from '@trailmark/core/skan/schema/propose-candidates';
import { sql } from 'kysely';
import { isAway } from '../../../db/is-away.ts';
import { job } from '../../../jobs/runner.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchema } from '../schema/make-schema.ts';
import { readRevenueHistory } from '../schema/read-revenue-history.ts';
import { countEvents, countInstalls, type History, readPastInstalls } from './read-past-installs.ts';
import {
  type BackTestKey,
  type BackTestRow,
  type CandidateRow,
  findBackTest,
  finish,
  noteProgress,
  type ResultRow,
} from './store.ts';

/** Candidates that the history of the project suggests, beside those that somebody has made. */
async function propose(kit: Kit, history: History, taken: ReadonlySet<string>): Promise<CandidateRow[]> {
  const installs = Math.min(await countInstalls(kit.db, history), BACK_TEST_INSTALLS);
  const events = await countEvents(kit.db, history);
  const revenue = await readRevenueHistory(kit.db, history.projectId, history);
  const rows: CandidateRow[] = [];
  for (const { name, bases } of proposeCandidates({ events, installs }, revenue)) {
    if (taken.has(name)) continue;
    try {
      const form = { bases, install_value: 0 as const, lock_first_window: 'never' as const };
      const { schema } = await makeSchema(kit.db, history, form);
      rows.push({ name, proposed: true, bases, schema });
    } catch (error) {
      // An event beyond the limit of names has none of its own: a candidate of it cannot be made.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return rows;
}

/** Replays as long as there is time; null: it was cancelled. */
async function replay(
  kit: Kit,
  { key, history, signal }: { key: BackTestKey; history: History; signal: AbortSignal },
  candidates: CandidateRow[],
): Promise<ResultRow | null> {
  const available = await countInstalls(kit.db, history);
  const whole = Math.min(available, BACK_TEST_INSTALLS);
  const tests = candidates.map(({ schema }) => createBackTest(schema));
  const endsAt = later(kit.clock.now(), BACK_TEST_MINUTES * MINUTE_MS);
  let installs = 0;
  let isLate = false;
  for await (const page of readPastInstalls(kit.db, history)) {
    signal.throwIfAborted();
    for (const install of page) for (const test of tests) test.add(install);
    installs += page.length;
    if (!(await noteProgress(kit.db, key, { progress: Math.min(0.99, installs / whole) }))) return null;
    isLate = kit.clock.now() >= endsAt;
    if (isLate) break;
  }
  const stopped_early = isLate && installs < whole;
  return { installs, available, stopped_early, outcomes: tests.map((test) => test.outcome()) };
}

async function backTest(
  kit: Kit,
  { key, row, shouldPropose }: { key: BackTestKey; row: BackTestRow; shouldPropose: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ currency: string }>`
    select currency from projects where project_id = ${key.projectId}`.execute(kit.db);
  const history = { projectId: key.projectId, currency: rows[0]?.currency ?? '', now: kit.clock.now() };
  const given = row.candidates.filter(({ proposed }) => !proposed);
  const taken = new Set(given.map(({ name }) => name));
  const candidates = [...given, ...(shouldPropose ? await propose(kit, history, taken) : [])];
  if (!(await noteProgress(kit.db, key, { progress: 0, candidates }))) return;
  const result = await replay(kit, { key, history, signal }, candidates);
  if (result) await finish(kit.db, key, { state: 'done', now: kit.clock.now(), result });
}

/** Replays the history of a project through candidate schemas. One that was interrupted begins again. */
export const runSkanBackTest = job('run-skan-back-test', async (kit, payload, signal) => {
  const key = { projectId: payload.project_id, backTestId: payload.back_test_id };
  const row = await findBackTest(kit.db, key);
  if (!row || !['waiting', 'running'].includes(row.state)) return;
  try {
    await backTest(kit, { key, row, shouldPropose: payload.propose }, signal);
  } catch (error) {
    // The queue tries it again when the worker or the database stopped; anything else would fail every time.
    if (signal.aborted || isAway(error)) throw error;
    kit.log.error({ err: error, ...key }, 'A back-test failed.');
    await finish(kit.db, key, { state: 'failed', now: kit.clock.now() });
  }
});
