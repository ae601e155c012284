import { findDifferences } from '../apps/server/src/rollups/recount.ts';
import type { BenchData } from './bench-data.ts';
import type { Product } from './product.ts';
import { EVENT_PREFIX, type RequestKind } from './samples.ts';

/** The broken invariants. */
export interface Check {
  problems: string[];
  stored: Record<string, number>;
  /** Installs that were credited to a click of their own. */
  credited: number;
}

const SPOOL_TRIES = 120;

/** Waits until spooled clicks are in the database. */
async function waitForSpool(product: Product): Promise<boolean> {
  for (let tries = 0; tries < SPOOL_TRIES; tries += 1) {
    if (product.spooled() === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

const COUNTS = {
  clicks: `select count(*)::int as n from clicks where params->>'sub1' like 'r%'`,
  events: `select count(*)::int as n from events where name like '${EVENT_PREFIX.replace('_', '\\_')}%'`,
  installs: `select count(*)::int as n from installs where installed_at is not null and install_id like 'r%-%'`,
  credited: 'select count(*)::int as n from touch_uses',
} as const;

/** Checks that everything acknowledged is stored exactly once, and that the rollups match the raw rows. */
export async function checkNumbers(
  product: Product,
  benchData: BenchData,
  acknowledged: Record<RequestKind, number>,
): Promise<Check> {
  const problems: string[] = [];
  if (!(await waitForSpool(product))) problems.push('The spool of clicks did not become empty.');
  const { pool, db } = product.connection;
  const count = async (name: keyof typeof COUNTS) =>
    (await pool.query<{ n: number }>(COUNTS[name])).rows[0]?.n ?? 0;
  const stored = {
    clicks: await count('clicks'),
    events: await count('events'),
    installs: await count('installs'),
  };
  const carried = {
    clicks: acknowledged.clicks,
    events: acknowledged.singles + acknowledged.batches,
    installs: acknowledged.installs,
  };
  for (const name of ['clicks', 'events', 'installs'] as const) {
    if (stored[name] !== carried[name]) {
      problems.push(`${carried[name]} ${name} were acknowledged, ${stored[name]} are stored.`);
    }
  }
  for (const { projectId } of benchData.projects) {
    for (const { where, counted, kept } of await findDifferences(db, projectId, '2000-01-01')) {
      problems.push(`${where}: ${counted.count} in raw rows, ${kept.count} in the rollups`);
    }
  }
  return { problems, stored, credited: await count('credited') };
}
