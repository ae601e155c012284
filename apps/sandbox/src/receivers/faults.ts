import { z } from 'zod';
import type { Random } from '../traffic/random.ts';
import type { ReceiverClock } from './receiver-clock.ts';

const KINDS = [
  ...(['answer', 'throttle', 'refuse_every', 'slow_ms', 'hang_up', 'garbage', 'outage'] as const),
  ...(['bad_credentials'] as const),
] as const;

/** How a receiver misbehaves: one kind, and when. */
export const FaultRule = z
  .strictObject({
    /** The documented answer with this status; 200 is the one by which a tool refuses all the same. */
    answer: z.int().min(200).max(599).optional(),
    /** The documented answer to too many requests. */
    throttle: z.literal(true).optional(),
    /** Every n-th different item is refused, each time that it is sent. */
    refuse_every: z.int().min(1).optional(),
    slow_ms: z.int().min(0).max(600_000).optional(),
    /** The connection ends without an answer, before or after the items are taken. */
    hang_up: z.enum(['before', 'after']).optional(),
    /** 200 with a page that no API sends. */
    garbage: z.literal(true).optional(),
    /** Every connection ends without an answer. */
    outage: z.literal(true).optional(),
    bad_credentials: z.literal(true).optional(),

    /** Which of the documented reasons, where there are several. */
    reason: z.string().min(1).max(200).optional(),
    retry_after: z.int().min(0).optional(),
    /** With answer or garbage: the items are taken although the answer does not say so. */
    take: z.boolean().optional(),

    /** The share of requests; all by default. */
    share: z.number().min(0).max(1).optional(),
    /** How many requests. */
    count: z.int().min(1).optional(),
    /** How long, by the clock of the receivers. */
    seconds: z.number().min(0).optional(),
    /** At this endpoint only, such as import. */
    only: z.string().min(1).optional(),
  })
  .refine((rule) => KINDS.filter((kind) => rule[kind] !== undefined).length === 1, {
    error: `needs exactly one of ${KINDS.join(', ')}`,
  });
export type FaultRule = z.infer<typeof FaultRule>;

interface ActiveFault {
  rule: FaultRule;
  until: number | null;
  left: number | null;
  /** The different items that the rule has seen, by their order: a resend is decided as before. */
  seen: Map<string, number>;
}

/** What happens to one request. */
export interface DrawnFault {
  delayMs: number;
  /** The first rule that applies besides slowness. */
  rule: FaultRule | null;
  refuses(key: string): boolean;
}

const MOST_SEEN = 100_000;

function refusesItem({ rule, seen }: ActiveFault, key: string): boolean {
  const every = rule.refuse_every;
  if (every === undefined) return false;
  const order = seen.get(key) ?? seen.size + 1;
  if (seen.size < MOST_SEEN) seen.set(key, order);
  return order % every === 0;
}

/** The rules in force, in order. All chance comes from the seeded generator. */
export function createFaults({ clock, random }: { clock: ReceiverClock; random: () => Random }) {
  let faults: ActiveFault[] = [];
  let chance = random();
  const inForce = () => {
    const now = clock.now().getTime();
    faults = faults.filter(({ until, left }) => (until === null || now < until) && left !== 0);
    return faults;
  };
  const applies = ({ rule }: ActiveFault, endpoint: string) =>
    (rule.only === undefined || rule.only === endpoint) &&
    (rule.share === undefined || chance.chance(rule.share));

  return {
    /** Replaces all rules; chance begins again. */
    set(rules: readonly FaultRule[]) {
      const now = clock.now().getTime();
      chance = random();
      faults = rules.map((rule) => ({
        rule,
        until: rule.seconds === undefined ? null : now + rule.seconds * 1000,
        left: rule.count ?? null,
        seen: new Map(),
      }));
    },
    rules: (): FaultRule[] => inForce().map(({ rule }) => rule),
    draw(endpoint: string): DrawnFault {
      let delayMs = 0;
      let drawn: ActiveFault | null = null;
      for (const fault of inForce()) {
        const { slow_ms: slowMs } = fault.rule;
        if ((drawn && slowMs === undefined) || !applies(fault, endpoint)) continue;
        if (fault.left !== null) fault.left -= 1;
        if (slowMs === undefined) drawn = fault;
        else delayMs += slowMs;
      }
      const decided = drawn;
      return {
        delayMs,
        rule: decided?.rule ?? null,
        refuses: (key) => decided !== null && refusesItem(decided, key),
      };
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;
