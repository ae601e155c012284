import type { startSkanBackTest } from '@trailmark/contract/skan-back-test';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enqueue } from '../../../jobs/queue.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchema } from '../schema/make-schema.ts';
import { lockProject } from '../schema/store.ts';
import { type CandidateRow, findLatest, finish, removeOld } from './store.ts';

type Form = z.output<(typeof startSkanBackTest)['body']>;

function checkNames({ candidates }: Form): void {
  candidates.forEach(({ name, bases }, at) => {
    if (candidates.findIndex((other) => other.name === name) !== at) {
      throw badField(`candidates.${at}.name`, 'is the name of another candidate');
    }
    const isForeign = bases.some((base) => typeof base !== 'string' && 'currency' in base && base.currency);
    if (isForeign) {
      throw badField(
        `candidates.${at}.bases`,
        'name a currency: a back-test is in the currency of the project',
      );
    }
  });
}

/** Which candidate is wrong is a part of the name of the field. */
function refusedAt(error: unknown, at: number): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  const fields = Object.entries(error.fields).map(([name, reason]) => [`candidates.${at}.${name}`, reason]);
  return new AppError(error.code, `candidates.${at}.${error.message}`, Object.fromEntries(fields));
}

/** Stores what is to be replayed; a job does it. One at a time. */
export async function startBackTest(
  kit: Kit,
  { projectId, userId }: { projectId: string; userId: string },
  form: Form,
): Promise<void> {
  checkNames(form);
  if (form.candidates.length === 0 && !form.propose) throw badField('candidates', 'has no candidates');
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const { currency } = await lockProject(tx, projectId);
    const latest = await findLatest(tx, projectId);
    if (latest && ['waiting', 'running'].includes(latest.state)) {
      throw new AppError('conflict', 'A back-test is running. Wait for it, or stop it first.');
    }
    const candidates: CandidateRow[] = [];
    for (const [at, { name, ...candidate }] of form.candidates.entries()) {
      const made = await makeSchema(tx, { projectId, currency, now }, candidate).catch((error: unknown) => {
        throw refusedAt(error, at);
      });
      candidates.push({ name, proposed: false, bases: candidate.bases, schema: made.schema });
    }
    const backTestId = newId(now);
    await sql`insert into skan_back_tests (project_id, back_test_id, state, candidates, created_at, created_by)
      values (${projectId}, ${backTestId}, 'waiting', ${JSON.stringify(candidates)}::jsonb, ${now},
        ${userId})`.execute(tx);
    await removeOld(tx, projectId);
    const payload = { project_id: projectId, back_test_id: backTestId, propose: form.propose };
    await enqueue(tx, 'run-skan-back-test', payload);
  });
}

export async function cancelBackTest(kit: Kit, projectId: string): Promise<void> {
  const latest = await findLatest(kit.db, projectId);
  if (!latest) return;
  const key = { projectId, backTestId: latest.back_test_id };
  await finish(kit.db, key, { state: 'cancelled', now: kit.clock.now() });
}
