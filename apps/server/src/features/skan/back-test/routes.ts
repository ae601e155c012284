import {
  type BackTest,
  cancelSkanBackTest,
  getSkanBackTest,
  startSkanBackTest,
} from '@trailmark/contract/skan-back-test';
import { areValuesWithheld } from '@trailmark/core/skan/schema/back-test';
import { sql } from 'kysely';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import type { Kit } from '../../../platform/kit.ts';
import { cancelBackTest, startBackTest } from './start-back-test.ts';
import { type BackTestRow, findLatest } from './store.ts';

/** The candidate with the highest score, where there is history. */
function bestOf({ candidates, result }: BackTestRow): string | null {
  if (!result || result.installs === 0) return null;
  const scores = result.outcomes.map(({ score }) => score);
  return candidates[scores.indexOf(Math.max(...scores))]?.name ?? null;
}

const present = (row: BackTestRow, currency: string): BackTest => ({
  back_test_id: row.back_test_id,
  state: row.state,
  progress: row.progress / 100,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  currency,
  installs: row.result?.installs ?? 0,
  installs_available: row.result?.available ?? 0,
  stopped_early: row.result?.stopped_early ?? false,
  values_withheld: areValuesWithheld(row.result?.outcomes[0]?.tiers ?? []),
  candidates: row.candidates.map(({ name, proposed, bases, schema }, at) => ({
    name,
    proposed,
    bases,
    schema,
    outcome: row.result?.outcomes[at] ?? null,
  })),
  best: bestOf(row),
});

async function presentLatest({ db }: Kit, projectId: string): Promise<BackTest | null> {
  const row = await findLatest(db, projectId);
  const { rows } = await sql<{ currency: string }>`
    select currency from projects where project_id = ${projectId}`.execute(db);
  return row && present(row, rows[0]?.currency ?? '');
}

export const routes: HandledRoute[] = [
  onProject(getSkanBackTest, async ({ kit, membership: { projectId } }) => ({
    back_test: await presentLatest(kit, projectId),
  })),

  onProject(startSkanBackTest, async ({ kit, person, membership: { projectId }, body }) => {
    await startBackTest(kit, { projectId, userId: person.userId }, body);
    return (await presentLatest(kit, projectId)) as BackTest;
  }),

  onProject(cancelSkanBackTest, async ({ kit, membership: { projectId } }) => {
    await cancelBackTest(kit, projectId);
    return { back_test: await presentLatest(kit, projectId) };
  }),
];
