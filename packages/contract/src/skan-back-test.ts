import { z } from 'zod';
import { Instant, text } from './fields.ts';
import { inProject, route } from './route.ts';
import { SkanBases, SkanOptions, SkanSchema } from './skan-bases.ts';
import { InSkanProject } from './skan-schema.ts';

const tag = 'SKAN';

/** The newest installs of the last 90 days; older ones, and more of them, are not read. */
export const BACK_TEST_INSTALLS = 20_000;
export const BACK_TEST_DAYS = 90;
/** After this time it stops, and the result is of what was replayed until then. */
export const BACK_TEST_MINUTES = 10;
const MAX_CANDIDATES = 5;

const CoarseCounts = z.object({ low: z.int(), medium: z.int(), high: z.int() });

export const BackTestOutcome = z.object({
  installs: z.int(),
  /** Installs by fine value, 64 numbers. */
  values: z.array(z.int()),
  /** Installs by coarse value, for each window: those whose window is over. */
  coarse: z.array(CoarseCounts),
  /** Installs by the tier that Apple may assign, and how many of them would have no fine value. */
  tiers: z.array(z.object({ tier: z.int(), installs: z.int(), nulls: z.int() })),
  /** Of the first window, in the currency of the project. With tiers: less what Apple would keep back. */
  revenue: z.object({ actual: z.number(), decoded: z.number(), decoded_with_tiers: z.number() }),
  /** Installs that did something in the first window, and those of them whose value says so. */
  events: z.array(z.object({ name: z.string(), installs: z.int(), seen: z.int() })),
  /** 0 to 100; higher is better. */
  score: z.number(),
});

export const BackTestCandidate = z.object({
  name: z.string(),
  /** Made from the history of the project, and not by somebody. */
  proposed: z.boolean(),
  bases: SkanBases,
  schema: SkanSchema,
  /** null: not yet. */
  outcome: BackTestOutcome.nullable(),
});

export const BackTest = z.object({
  back_test_id: z.uuid(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** From 0 to 1. */
  progress: z.number(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  currency: z.string(),
  /** How many installs were replayed, and of how many: the newest ones, up to the limit. */
  installs: z.int(),
  installs_available: z.int(),
  /** Whether the time was over before all of them were replayed. */
  stopped_early: z.boolean(),
  /** Apple would withhold nearly all values, whichever schema is chosen: scores are of what values say once there are more installs. */
  values_withheld: z.boolean(),
  candidates: z.array(BackTestCandidate),
  /** The name of the candidate with the highest score; null: there is no result, or no history. */
  best: z.string().nullable(),
});
export type BackTest = z.infer<typeof BackTest>;

const path = '/project/skan/back-test' as const;

export const startSkanBackTest = route({
  method: 'POST',
  path,
  tag,
  summary: 'Replay the history of Android and of consenting iOS installs through candidate schemas',
  access: inProject('connections.edit'),
  query: InSkanProject,
  body: z.object({
    candidates: z
      .array(z.object({ name: text(100), bases: SkanBases, ...SkanOptions }))
      .max(MAX_CANDIDATES, `has more than ${MAX_CANDIDATES} candidates`)
      .default([]),
    /** Whether candidates are made from the history as well. */
    propose: z.boolean().default(true),
  }),
  response: BackTest,
});

export const getSkanBackTest = route({
  method: 'GET',
  path,
  tag,
  summary: 'The latest back-test, with its progress or its result',
  access: inProject('connections.see'),
  query: InSkanProject,
  response: z.object({ back_test: BackTest.nullable() }),
});

export const cancelSkanBackTest = route({
  method: 'POST',
  path: `${path}/cancel`,
  tag,
  summary: 'Stop the back-test that is running',
  access: inProject('connections.edit'),
  query: InSkanProject,
  response: z.object({ back_test: BackTest.nullable() }),
});
