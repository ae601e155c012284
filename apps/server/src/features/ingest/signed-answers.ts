import { createHash } from 'node:crypto';
import type { Db } from '../../db/connection.ts';

/** 128 bits of the signature: it is unforgeable already, this only names it. */
function nameOf(signature: string): string {
  const hex = createHash('sha256').update(signature).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The answer that this very request got before. */
export async function keptAnswer(db: Db, projectId: string, signature: string): Promise<unknown> {
  const row = await db
    .selectFrom('signed_answers')
    .select('answer')
    .where('project_id', '=', projectId)
    .where('signature', '=', nameOf(signature))
    .executeTakeFirst();
  return row?.answer ?? null;
}

interface Kept {
  projectId: string;
  signature: string;
  answer: unknown;
  now: Date;
}

export async function keepAnswer(db: Db, { projectId, signature, answer, now }: Kept): Promise<void> {
  await db
    .insertInto('signed_answers')
    .values({
      project_id: projectId,
      signature: nameOf(signature),
      answer: JSON.stringify(answer),
      answered_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
