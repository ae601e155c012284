import type { SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { baseNameOf } from './count-fact.ts';
import { decodeCoarse, decodeFine } from './decode.ts';
import { encode, measuredHours } from './encode.ts';
import type { WindowFacts } from './levels.ts';
import { saysSomething } from './says-something.ts';
import { ALL_WINDOWS, WINDOWS } from './windows.ts';

/** Parts of the time after the first open: the first day, the rest of the first window, and the later windows. */
export const SLOTS = [0, 1, 2, 3] as const;
export type Slot = (typeof SLOTS)[number];

/** An install of the past and what it did, by slot. */
export interface PastInstall {
  /** How many installs its source had on its day: what Apple's tiers depend on. */
  crowd: number;
  /** Whole days since its first open: its later windows may not be over. */
  ageDays: number;
  slots: Readonly<Partial<Record<Slot, WindowFacts>>>;
}

/**
 * Apple does not publish from how many installs of a source on it assigns a tier. These are our assumption, so that
 * schemas can be compared; real shares are in the report.
 */
export const TIER_CROWDS = [
  { tier: 0, below: 10 },
  { tier: 1, below: 50 },
  { tier: 2, below: 150 },
  { tier: 3, below: Number.POSITIVE_INFINITY },
] as const;
export type Tier = (typeof TIER_CROWDS)[number]['tier'];

const tierOf = (crowd: number): Tier => TIER_CROWDS.find(({ below }) => crowd < below)?.tier ?? 3;

export interface EventLoss {
  name: string;
  /** Installs that did it in the first window. */
  installs: number;
  /** Of those, installs whose value says so. */
  seen: number;
}

/** What a schema would have said about the past. */
export interface BackTestOutcome {
  installs: number;
  /** Installs by fine value, 64 numbers. */
  values: number[];
  /** Installs by coarse value, for each window: those whose window is over. */
  coarse: Record<'low' | 'medium' | 'high', number>[];
  tiers: { tier: Tier; installs: number; nulls: number }[];
  /** Of the first window, in the currency of the project. */
  revenue: { actual: number; decoded: number; decoded_with_tiers: number };
  /** Without those that nearly every install has. */
  events: EventLoss[];
  /** 0 to 100; higher is better. */
  score: number;
}

function add(one: WindowFacts | undefined, other: WindowFacts | undefined): WindowFacts {
  const counts: Record<string, number> = {};
  for (const facts of [one, other]) {
    for (const [name, count] of Object.entries(facts?.counts ?? {})) {
      const base = baseNameOf(name);
      counts[base] = (counts[base] ?? 0) + count;
    }
  }
  return {
    counts,
    lastDay: Math.max(one?.lastDay ?? 0, other?.lastDay ?? 0),
    revenue: String(Number((Number(one?.revenue ?? 0) + Number(other?.revenue ?? 0)).toFixed(6))),
  };
}

function factsIn({ slots }: PastInstall, window: SkanWindow, schema: SkanSchema | null): WindowFacts {
  if (window > 0) return add(slots[(window + 1) as Slot], undefined);
  return add(slots[0], schema && measuredHours(schema) <= 24 ? undefined : slots[1]);
}

/** How evenly values are used, from 0 to 1: a schema whose values nobody gets says little. */
function evenness(values: readonly number[]): number {
  const total = values.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const bits = values.reduce(
    (sum, count) => (count ? sum - (count / total) * Math.log2(count / total) : sum),
    0,
  );
  return bits / Math.log2(values.length);
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** From this share of installs on, the few that are left would say more about chance than about a schema. */
const WITHHELD_SHARE = 0.9;

/** Whether Apple would withhold nearly all values, whichever schema is chosen: the crowds are too small. */
export function areValuesWithheld(tiers: BackTestOutcome['tiers']): boolean {
  const installs = tiers.reduce((sum, tier) => sum + tier.installs, 0);
  return installs > 0 && share(tiers[0]?.installs ?? 0, installs) >= WITHHELD_SHARE;
}

/**
 * Half by revenue, a third by events that are not seen, the rest by evenness. What tier 0 withholds is the same for every
 * schema, so revenue is compared where postbacks say something; where nearly nothing is left of it, by all fine values.
 */
function scoreOf(outcome: Omit<BackTestOutcome, 'score'>, actualAboveTier0: number): number {
  const { actual: all, decoded: allDecoded, decoded_with_tiers } = outcome.revenue;
  const isWithheld = areValuesWithheld(outcome.tiers);
  const [actual, decoded] = isWithheld ? [all, allDecoded] : [actualAboveTier0, decoded_with_tiers];
  const error = Math.min(1, share(Math.abs(decoded - actual), actual));
  const done = outcome.events.reduce((sum, { installs }) => sum + installs, 0);
  const seen = outcome.events.reduce((sum, event) => sum + event.seen, 0);
  const loss = done === 0 ? 0 : 1 - seen / done;
  return Number((100 * (0.5 * (1 - error) + 0.35 * (1 - loss) + 0.15 * evenness(outcome.values))).toFixed(1));
}

const round = (amount: number) => Number(amount.toFixed(2));

/** Replays installs through a schema, one after the other; nothing of them is kept but sums. */
export function createBackTest(schema: SkanSchema) {
  const values = Array.from({ length: 64 }, () => 0);
  const coarse = ALL_WINDOWS.map(() => ({ low: 0, medium: 0, high: 0 }));
  const tiers = TIER_CROWDS.map(({ tier }) => ({ tier, installs: 0, nulls: 0 }));
  const revenue = { actual: 0, decoded: 0, decoded_with_tiers: 0 };
  const events = new Map<string, EventLoss>();
  let installs = 0;
  let actualAboveTier0 = 0;

  const countEvents = (all: WindowFacts, fine: number) => {
    const said = decodeFine(schema, fine);
    const happened = new Set(said?.events.filter(({ min }) => min > 0).map(({ name }) => name));
    // Who has paid something has made a payment.
    if (Number(said?.revenue?.min ?? 0) > 0) happened.add('payment');
    for (const name of Object.keys(all.counts)) {
      const event = events.get(name) ?? { name, installs: 0, seen: 0 };
      event.installs += 1;
      if (happened.has(name)) event.seen += 1;
      events.set(name, event);
    }
  };
  /** What a postback of the install would have said it paid. */
  const withTier = (tier: Tier, fine: number, level: 'low' | 'medium' | 'high') => {
    if (tier === 0) return 0;
    const said = tier === 1 ? decodeCoarse(schema, 0, level) : decodeFine(schema, fine);
    return Number(said?.revenue?.expected ?? 0);
  };
  return {
    add(install: PastInstall) {
      installs += 1;
      const tier = tierOf(install.crowd);
      const first = encode(schema, factsIn(install, 0, schema), { window: 0, hours: 0 });
      const fine = first.fine ?? 0;
      values[fine] = (values[fine] ?? 0) + 1;
      for (const window of ALL_WINDOWS) {
        if (install.ageDays < WINDOWS[window].toDay) continue;
        const hours = WINDOWS[window].fromDay * 24;
        const value = encode(schema, factsIn(install, window, schema), { window, hours });
        const counts = coarse[window];
        if (counts) counts[value.coarse] += 1;
      }
      const counted = tiers[tier];
      if (counted) {
        counted.installs += 1;
        // Below tier 2 there is no fine value.
        if (tier < 2) counted.nulls += 1;
      }
      const all = factsIn(install, 0, null);
      revenue.actual += Number(all.revenue);
      if (tier > 0) actualAboveTier0 += Number(all.revenue);
      revenue.decoded += Number(decodeFine(schema, fine)?.revenue?.expected ?? 0);
      revenue.decoded_with_tiers += withTier(tier, fine, first.coarse);
      countEvents(all, fine);
    },
    outcome(): BackTestOutcome {
      const result = {
        installs,
        values,
        coarse,
        tiers,
        revenue: {
          actual: round(revenue.actual),
          decoded: round(revenue.decoded),
          decoded_with_tiers: round(revenue.decoded_with_tiers),
        },
        events: [...events.values()]
          .filter((event) => saysSomething(event, installs))
          .sort((one, other) => other.installs - one.installs || (one.name < other.name ? -1 : 1)),
      };
      return { ...result, score: scoreOf(result, actualAboveTier0) };
    },
  };
}
