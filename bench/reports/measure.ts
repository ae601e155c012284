import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { cpuTimesOf, usedUs } from '../machine.ts';
import type { Product } from '../product.ts';
import type { ReportCall } from './report-calls.ts';

export interface Answered {
  title: string;
  goalMs: number;
  p50Ms: number;
  p95Ms: number;
  /** CPU of a request: what holds on a machine that does other things too. */
  nodeMs: number | null;
  postgresMs: number | null;
  /** null: not measured. */
  rawMs: number | null;
  /** How many times as fast as the raw rows. */
  faster: number | null;
}

const REQUESTS = 100;
/** Enough that each connection of the pool has planned its statements, and Node has compiled what it runs. */
const WARM_UPS = 100;

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

const cpuOf = ({ pid, postgresPid }: Product) => ({
  node: cpuTimesOf(pid),
  postgres: cpuTimesOf(postgresPid, true),
});

const eachMs = (us: number | null) => us && us / 1000 / REQUESTS;

/** Both sides in turn, so that what else the machine does falls on both; each had its caches warmed. */
export async function measureReport(
  { api, product, projectId, isBrief }: { api: Api; product: Product; projectId: string; isBrief: boolean },
  reportCall: ReportCall,
): Promise<Answered> {
  const { pool } = product.connection;
  for (let n = 0; n < WARM_UPS; n += 1) await api.get(reportCall.path, reportCall.query);
  if (!isBrief) await timeRaw(pool, projectId, reportCall.raw);
  const took: number[] = [];
  const before = cpuOf(product);
  for (let n = 0; n < REQUESTS; n += 1) {
    const begun = performance.now();
    await api.get(reportCall.path, reportCall.query);
    took.push(performance.now() - begun);
  }
  const after = cpuOf(product);
  const rawMs = isBrief ? null : await timeRaw(pool, projectId, reportCall.raw);
  took.sort((one, other) => one - other);
  const p50Ms = at(took, 0.5);
  return {
    title: reportCall.title,
    goalMs: reportCall.goalMs,
    p50Ms,
    p95Ms: at(took, 0.95),
    rawMs,
    faster: rawMs && rawMs / p50Ms,
    nodeMs: eachMs(usedUs(before.node, after.node)),
    postgresMs: eachMs(usedUs(before.postgres, after.postgres)),
  };
}
