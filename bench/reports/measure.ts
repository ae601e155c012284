import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Question } from './questions.ts';

export interface Answered {
  title: string;
  p50Ms: number;
  p95Ms: number;
  rawMs: number;
  /** How many times as fast as the raw rows. */
  faster: number;
}

const REQUESTS = 40;

/** The product as somebody who is signed in sees it. */
export interface Api {
  get(path: string, query: Record<string, string>): Promise<unknown>;
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function timeRaw(pool: pg.Pool, projectId: string, statements: string[]): Promise<number> {
  const begun = performance.now();
  for (const text of statements) await pool.query(text, [projectId]);
  return performance.now() - begun;
}

/** Both sides in turn, so that what else the machine does falls on both; each had its caches warmed. */
export async function measureQuestion(
  { api, pool, projectId }: { api: Api; pool: pg.Pool; projectId: string },
  question: Question,
): Promise<Answered> {
  for (let n = 0; n < 3; n += 1) await api.get(question.path, question.query);
  await timeRaw(pool, projectId, question.raw);
  const took: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const begun = performance.now();
    await api.get(question.path, question.query);
    took.push(performance.now() - begun);
  }
  const rawMs = await timeRaw(pool, projectId, question.raw);
  took.sort((one, other) => one - other);
  const p50Ms = at(took, 0.5);
  return { title: question.title, p50Ms, p95Ms: at(took, 0.95), rawMs, faster: rawMs / p50Ms };
}
