import type { SkanBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFact } from './count-fact.ts';
import { decodeCoarse, decodeFine } from './decode.ts';
import { encode, raise } from './encode.ts';
import { generateSchema } from './generate.ts';
import { coarseOf, fineOf, levelsIn, levelsOfFine, NO_FACTS, type WindowFacts } from './levels.ts';
import { ALL_WINDOWS, WINDOWS } from './windows.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const RANK = { low: 0, medium: 1, high: 2 };

const risingInts = (max: number, most: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: most })
    .map((all) => all.sort((x, y) => x - y));

const amount = fc.integer({ min: 1, max: 100_000 }).map((cents) => String(cents / 100));

/** Bases of which none names an event of another, in any order. */
const bases: fc.Arbitrary<SkanBase[]> = fc
  .record({
    events: fc.integer({ min: 0, max: 3 }),
    funnel: fc.integer({ min: 0, max: 3 }),
    counts: fc.option(risingInts(20, 3), { nil: null }),
    days: fc.option(risingInts(34, 4), { nil: null }),
    revenue: fc.option(
      fc.oneof(
        fc.record({ type: fc.constant('revenue' as const), buckets: fc.integer({ min: 1, max: 63 }) }),
        risingInts(5000, 4).map((cents) => ({
          type: 'revenue' as const,
          bounds: cents.map((one) => String(one / 100)),
        })),
      ),
      { nil: null },
    ),
  })
  .chain(({ events, funnel, counts, days, revenue }) => {
    const all: SkanBase[] = NAMES.slice(0, events);
    if (funnel > 0) all.push({ type: 'funnel', steps: NAMES.slice(3, 3 + funnel) });
    if (counts) all.push({ type: 'engagement', event: 'g', counts });
    if (days) all.push({ type: 'retention', days });
    if (revenue) all.push(revenue);
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

const schemas: fc.Arbitrary<SkanSchema> = fc
  .record({
    bases,
    install_value: fc.constantFrom(0 as const, 1 as const),
    lock_first_window: fc.constantFrom(
      'never' as const,
      'after_24_hours' as const,
      'at_highest_value' as const,
    ),
  })
  .map((request) => generateSchema({ ...request, currency: 'USD', history: null }))
  .filter((made) => 'schema' in made)
  .map((made) => (made as { schema: SkanSchema }).schema);

const factsOf = (window: SkanWindow): fc.Arbitrary<WindowFacts> =>
  fc.record({
    counts: fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 30 })),
    lastDay: fc.integer({ min: WINDOWS[window].fromDay, max: WINDOWS[window].toDay - 1 }),
    revenue: fc.oneof(fc.constant('0'), amount),
  });

describe('a schema of random bases', () => {
  it('has one value for each combination of levels, and back', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const seen = new Set<string>();
        for (let fine = 0; fine < 64; fine += 1) {
          const levels = levelsOfFine(schema, fine);
          const isUsed = fine >= schema.install_value && fine < schema.install_value + schema.values_used;
          expect(levels !== null).toBe(isUsed);
          if (!levels) continue;
          expect(fineOf(schema, levels)).toBe(fine);
          seen.add(levels.join());
        }
        expect(seen.size).toBe(schema.values_used);
      }),
    );
  });

  it('decodes what it encodes: what was done is in the ranges', () => {
    fc.assert(
      fc.property(schemas, factsOf(0), (schema, facts) => {
        const { fine } = encode(schema, facts, { window: 0, hours: 1 });
        const decoded = decodeFine(schema, fine as number);
        for (const { name, min, max } of decoded?.events ?? []) {
          const count = facts.counts[name] ?? 0;
          expect(count).toBeGreaterThanOrEqual(min);
          expect(count).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
        }
        const { revenue } = decoded ?? {};
        if (!revenue) return;
        expect(Number(facts.revenue)).toBeGreaterThanOrEqual(Number(revenue.min));
        if (revenue.max !== null) expect(Number(facts.revenue)).toBeLessThan(Number(revenue.max));
        expect(Number(revenue.expected)).toBeGreaterThanOrEqual(Number(revenue.min) * 0.99);
      }),
    );
  });

  it.each(ALL_WINDOWS)('has coarse values of window %i whose ranges hold what was done', (window) => {
    fc.assert(
      fc.property(schemas, factsOf(window), (schema, facts) => {
        const { coarse, fine } = encode(schema, facts, { window, hours: WINDOWS[window].fromDay * 24 });
        expect(fine === null).toBe(window > 0);
        const decoded = decodeCoarse(schema, window, coarse);
        expect(decoded).not.toBeNull();
        for (const { name, min, max } of decoded?.events ?? []) {
          expect(facts.counts[name] ?? 0).toBeGreaterThanOrEqual(min);
          expect(facts.counts[name] ?? 0).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
        }
        if (!decoded?.revenue) return;
        expect(Number(facts.revenue)).toBeGreaterThanOrEqual(Number(decoded.revenue.min));
        if (decoded.revenue.max !== null)
          expect(Number(facts.revenue)).toBeLessThan(Number(decoded.revenue.max));
      }),
    );
  });

  it('never lowers a value when more happens', () => {
    const more = fc.record({
      name: fc.constantFrom(...NAMES),
      day: fc.integer({ min: 0, max: 1 }),
      amount: fc.option(amount, { nil: null }),
    });
    fc.assert(
      fc.property(schemas, fc.array(more, { maxLength: 12 }), (schema, all) => {
        let facts = NO_FACTS;
        let before = encode(schema, facts, { window: 0, hours: 0 });
        for (const fact of all) {
          facts = countFact(schema, facts, fact);
          const now = encode(schema, facts, { window: 0, hours: 0 });
          expect(now.fine).toBeGreaterThanOrEqual(before.fine as number);
          expect(RANK[now.coarse]).toBeGreaterThanOrEqual(RANK[before.coarse]);
          expect(raise(before, now)).toEqual({ ...now, lock: before.lock || now.lock });
          before = now;
        }
      }),
    );
  });

  it('has coarse values that rise with the most valuable base', () => {
    fc.assert(
      fc.property(schemas, fc.nat(63), fc.nat(63), (schema, one, other) => {
        const [low, high] = [one, other].sort((x, y) => x - y).map((fine) => levelsOfFine(schema, fine));
        if (!low || !high) return;
        expect(RANK[coarseOf(schema, 0, low)]).toBeLessThanOrEqual(RANK[coarseOf(schema, 0, high)]);
      }),
    );
  });

  it('gives equal facts equal levels, whatever else an app sends', () => {
    fc.assert(
      fc.property(schemas, factsOf(0), fc.string(), (schema, facts, name) => {
        const other = countFact(schema, facts, { name: `other ${name}`, day: facts.lastDay, amount: null });
        expect(levelsIn(schema, 0, other)).toEqual(levelsIn(schema, 0, facts));
      }),
    );
  });
});
