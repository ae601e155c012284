import { METRICS } from '@trailmark/contract/metrics';
import { decimalOf } from '@trailmark/core/metrics/decimal';
import { evaluate } from '@trailmark/core/metrics/evaluate';
import { type Formula, formulaOf, readsOf } from '@trailmark/core/metrics/formulas';
import type { BaseKey, Sums } from '@trailmark/core/metrics/sums';
import { compareValues } from '@trailmark/core/metrics/values';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { formulaSql } from './formula-sql.ts';

const SEED = 20261117;
const DAYS = 7;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const KEYS = [...Object.keys(METRICS), 'event_cost:buy'];
const isMoney = (key: BaseKey) =>
  /^(attributed:)?(paid|refunded|spend|earned:\d+|earned_spend:\d+)$/.test(key);

interface Drawn {
  count: number;
  amount: string | null;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  count: fc.constantFrom(0, 0, 1, 3, 7, 999, 1_234_567),
  amount: fc.constantFrom(null, '0', '0.000001', '10', '19.99', '-0.0000005', '98765432109.123456789'),
});

/** The same sums for both sides. */
function operandsOf(formula: Formula, picks: Drawn[]) {
  const sums: Sums = { counts: {}, money: {}, distinct: {} };
  for (const [n, key] of readsOf(formula).entries()) {
    const { count, amount } = picks[n % picks.length] ?? { count: 0, amount: null };
    sums.counts[key] = count;
    sums.distinct[key] = count;
    sums.money[key] = amount === null ? null : decimalOf(amount);
  }
  const texts = new Map(readsOf(formula).map((key, n) => [key, picks[n % picks.length]]));
  const sumOf = (key: BaseKey) =>
    isMoney(key) ? sql`${texts.get(key)?.amount}::numeric` : sql`${texts.get(key)?.count}::bigint`;
  return { sums, sumOf };
}

test.each(KEYS)('%s is the same number in SQL', async (metric) => {
  const formula = formulaOf(metric);
  if (!formula) throw new Error(`${metric} has no formula`);
  for (const picks of fc.sample(fc.array(drawn, { minLength: 4, maxLength: 4 }), {
    seed: SEED,
    numRuns: 25,
  })) {
    const { sums, sumOf } = operandsOf(formula, picks);
    const expected = evaluate(formula, sums, DAYS);
    const { rows } = await sql<{ value: number | string | null }>`
      select ${formulaSql(formula, { sumOf, days: DAYS })} as value`.execute(database.db);
    const value = rows[0]?.value ?? null;
    if (value === null || expected === null) expect([metric, value]).toEqual([metric, expected]);
    else expect(compareValues(value, expected), `${value} and ${expected}`).toBe(0);
  }
});
