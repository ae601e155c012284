import { FINE_VALUES, type SchemaBase, type SkanBase, type SkanSchema } from '@trailmark/contract/skan-bases';
import { eventsOf } from './count-fact.ts';
import { levelsOf } from './levels.ts';
import {
  boundsRise,
  geometricBuckets,
  givenBuckets,
  historyBuckets,
  type RevenueHistory,
} from './revenue-buckets.ts';

/** What a schema is made from. */
export interface SchemaRequest {
  bases: readonly SkanBase[];
  install_value: SkanSchema['install_value'];
  lock_first_window: SkanSchema['lock_first_window'];
  /** Of the project, where a base of revenue names none. */
  currency: string;
  /** null: it is not looked at. */
  history: RevenueHistory | null;
}

/** A schema, or why there is none: reasons by field. */
export type Generated = { schema: SkanSchema } | { refused: Record<string, string> };

type NamedBase = Exclude<SkanBase, string>;
type RequestedRevenue = Extract<NamedBase, { type: 'revenue' }>;
type PlainBase = Exclude<SchemaBase, { type: 'revenue' }>;

const named = (base: SkanBase): NamedBase =>
  typeof base === 'string' ? { type: 'event', event: base } : base;

const isPlain = (base: NamedBase): base is PlainBase => base.type !== 'revenue';

/** Each event once: an event in two bases would count twice, and no value could say which. */
function findRepeated(bases: readonly NamedBase[]): Record<string, string> | null {
  const seen = new Set<string>();
  for (const [at, base] of bases.entries()) {
    for (const event of isPlain(base) ? eventsOf(base) : []) {
      if (seen.has(event)) return { [`bases.${at}`]: `names ${event}, which is named before` };
      seen.add(event);
    }
  }
  const ofType = (type: NamedBase['type']) => bases.map((base) => base.type).lastIndexOf(type);
  for (const type of ['revenue', 'retention'] as const) {
    const last = ofType(type);
    if (last !== bases.findIndex((base) => base.type === type)) {
      return { [`bases.${last}`]: `is a second base of ${type}, and there can be one` };
    }
  }
  return null;
}

/** The only day of the first window that can be named is over when it is closed after 24 hours. */
function refuseUnreachedDay(
  bases: readonly NamedBase[],
  lock: SchemaRequest['lock_first_window'],
): Record<string, string> | null {
  const at = bases.findIndex(({ type }) => type === 'retention');
  const base = bases[at];
  if (lock !== 'after_24_hours' || base?.type !== 'retention' || levelsOf(base, 0) === 1) return null;
  return {
    [`bases.${at}.days`]: 'have day 1, which nobody reaches where the first window is closed after 24 hours',
  };
}

const tooMany = (needed: number, room: number): Record<string, string> => ({
  bases: `need ${needed} values, and there are ${room}: remove a base, or give one fewer levels`,
});

/** A base of revenue with buckets, as many as there is room for. */
function withBuckets(requested: RequestedRevenue, request: SchemaRequest, room: number): SchemaBase {
  const currency = requested.currency ?? request.currency;
  if (requested.bounds)
    return { type: 'revenue', currency, ...givenBuckets(requested.bounds), from: 'given' };
  const count = Math.min(requested.buckets ?? FINE_VALUES, room);
  const hasRange = requested.min !== undefined || requested.max !== undefined;
  const observed = hasRange || !request.history ? null : historyBuckets(count, request.history);
  if (observed) return { type: 'revenue', currency, ...observed, from: 'history' };
  const range = {
    ...(requested.min === undefined ? {} : { min: Number(requested.min) }),
    ...(requested.max === undefined ? {} : { max: Number(requested.max) }),
  };
  return { type: 'revenue', currency, ...geometricBuckets(count, range), from: 'range' };
}

function refuseRevenue(requested: RequestedRevenue, at: number): Record<string, string> | null {
  if (requested.bounds && !boundsRise(requested.bounds)) return { [`bases.${at}.bounds`]: 'do not rise' };
  if (requested.min && requested.max && Number(requested.min) >= Number(requested.max)) {
    return { [`bases.${at}.max`]: 'is not above min' };
  }
  return null;
}

/** Makes a schema from its bases: the first weighs least, the last most, and all combinations have a value. */
export function generateSchema(request: SchemaRequest): Generated {
  const bases = request.bases.map(named);
  if (bases.length === 0) return { refused: { bases: 'has no bases' } };
  const repeated = findRepeated(bases);
  if (repeated) return { refused: repeated };
  const unreached = refuseUnreachedDay(bases, request.lock_first_window);
  if (unreached) return { refused: unreached };
  const room = FINE_VALUES - request.install_value;
  const combinations = bases.filter(isPlain).reduce((product, base) => product * levelsOf(base, 0), 1);
  const money = bases.findIndex(({ type }) => type === 'revenue');
  const requested = bases[money] as RequestedRevenue | undefined;
  const refused = requested && refuseRevenue(requested, money);
  if (refused) return { refused };
  const needed = combinations * (requested ? (requested.bounds?.length ?? 1) + 1 : 1);
  if (needed > room) return { refused: tooMany(needed, room) };
  const filled = bases.map(
    (base): SchemaBase =>
      isPlain(base) ? base : withBuckets(base, request, Math.floor(room / combinations) - 1),
  );
  const used = filled.reduce((product, base) => product * levelsOf(base, 0), 1);
  if (used === 1) return { refused: { bases: 'have no level in the first window, which ends with day 1' } };
  const { install_value, lock_first_window } = request;
  return { schema: { bases: filled, install_value, lock_first_window, values_used: used } };
}
