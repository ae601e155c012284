import type { Call } from '@trailmark/contract/call';
import type { BackTest } from '@trailmark/contract/skan-back-test';
import type { SkanBase } from '@trailmark/contract/skan-bases';
import { previewSkanSchema, type SkanSchemaMapping } from '@trailmark/contract/skan-schema';

const now = () => new Date().toISOString();

/** Events that the rich project has seen. */
const SAVED: SkanBase[] = [
  'signup',
  { type: 'funnel', steps: ['view_item', 'add_to_cart'] },
  { type: 'revenue', bounds: ['49', '199', '499', '999', '2499'] },
];

/** Schemas as the server makes them. */
async function previewOf(call: Call, project_id: string, bases: SkanBase[]) {
  return await call(previewSkanSchema, { query: { project_id }, body: { bases } });
}

/** A version that is active, and a draft of the same bases. */
export async function fullMapping(call: Call, projectId: string): Promise<SkanSchemaMapping> {
  const { schema, values } = await previewOf(call, projectId, SAVED);
  const version = (number: number, state: 'draft' | 'active') => ({
    version: number,
    state,
    bases: SAVED,
    schema,
    created_at: now(),
    retired_at: null,
    activated_at: state === 'draft' ? null : now(),
  });
  const [draft, active] = [version(2, 'draft'), version(1, 'active')];
  return {
    activate_skan: true,
    changed_at: now(),
    app_id: '6400000001',
    has_values: true,
    explanation: 'Apps receive conversion values by version 1.',
    draft,
    active,
    values,
    versions: [draft, active].map(({ schema: _, ...rest }) => rest),
  };
}

type Outcome = NonNullable<BackTest['candidates'][number]['outcome']>;

const INSTALLS = 18_204;
const SPREAD = [2100, 3900, 6204, 6000];
const ALL_IN_TIER_0 = [INSTALLS, 0, 0, 0];

const outcome = (score: number, decoded: number, tiers: number[], used: number): Outcome => ({
  installs: INSTALLS,
  values: Array.from({ length: 64 }, (_, value) => (value < Math.min(30, used) ? 600 - value * 9 : 0)),
  coarse: [0, 1, 2].map(() => ({ low: 9000, medium: 6000, high: 3204 })),
  tiers: tiers.map((installs, tier) => ({ tier, installs, nulls: tier < 2 ? installs : 0 })),
  revenue: { actual: 810_400, decoded, decoded_with_tiers: tiers === SPREAD ? decoded * 0.81 : 0 },
  events: [
    { name: 'signup', installs: 9120, seen: 9120 },
    { name: 'add_to_cart', installs: 6110, seen: 5402 },
    { name: 'view_item', installs: 8800, seen: 0 },
  ],
  score,
});

const CANDIDATES: { name: string; bases: SkanBase[]; score: number; decoded: number }[] = [
  { name: 'Your draft', bases: SAVED, score: 71.4, decoded: 842_000 },
  { name: 'Revenue', bases: [{ type: 'revenue', min: '49', max: '4900' }], score: 58.2, decoded: 790_100 },
  { name: 'Events', bases: ['signup', 'add_to_cart', 'view_item'], score: 41.9, decoded: 0 },
];

/** A back-test that is done; where values are withheld, all installs are below the privacy threshold. */
export async function doneBackTest(
  call: Call,
  projectId: string,
  over: Partial<BackTest> = {},
): Promise<BackTest> {
  const tiers = over.values_withheld ? ALL_IN_TIER_0 : SPREAD;
  const candidates = await Promise.all(
    CANDIDATES.map(async ({ name, bases, score, decoded }) => {
      const { schema } = await previewOf(call, projectId, bases);
      return {
        name,
        proposed: bases !== SAVED,
        bases,
        schema,
        outcome: outcome(score, decoded, tiers, schema.values_used),
      };
    }),
  );
  return {
    back_test_id: '0192f000-0000-7000-8000-000000000001',
    state: 'done',
    progress: 1,
    currency: 'INR',
    created_at: now(),
    finished_at: now(),
    installs: INSTALLS,
    installs_available: INSTALLS,
    stopped_early: false,
    values_withheld: false,
    candidates,
    best: 'Your draft',
    ...over,
  };
}

/** One that has no result. */
export function endedBackTest(state: 'running' | 'failed' | 'cancelled'): BackTest {
  return {
    back_test_id: '0192f000-0000-7000-8000-000000000002',
    state,
    progress: 0.42,
    currency: 'INR',
    created_at: now(),
    finished_at: state === 'running' ? null : now(),
    installs: 0,
    installs_available: 0,
    stopped_early: false,
    values_withheld: false,
    candidates: [],
    best: null,
  };
}
