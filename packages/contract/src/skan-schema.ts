import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';
import { BaseEvent, COARSE_VALUES, SkanBases, SkanOptions, SkanSchema } from './skan-bases.ts';

const tag = 'SKAN';

/** Postbacks of an install arrive for so many days: no version is removed before. */
export const SCHEMA_KEPT_DAYS = 41;

export const InSkanProject = z.object({ project_id: ProjectId });

/** One of the 64 fine values; one that is not in use has no coarse value. */
export const SkanValueRow = z.object({
  fine: z.int(),
  /** Of the first window. */
  coarse: z.enum(COARSE_VALUES).nullable(),
  /** What was reached, in plain words; empty: nothing beyond the install. */
  conditions: z.array(z.string()),
  /** What an install with this value has paid on average, in the currency of the schema. */
  expected_revenue: z.string().nullable(),
});
export type SkanValueRow = z.infer<typeof SkanValueRow>;

/** What a coarse value of a window means. */
export const SkanCoarseRow = z.object({
  sequence: z.int(),
  coarse: z.enum(COARSE_VALUES),
  /** All of these hold, in plain words; null: the schema has no such value in this window. */
  conditions: z.array(z.string()).nullable(),
});

/** How much history there is for buckets of revenue. */
export const RevenueHistory = z.object({
  days: z.int(),
  payers: z.int(),
});

export const SkanSchemaVersion = z.object({
  version: z.int(),
  state: z.enum(['draft', 'active', 'retired']),
  /** As they were given. */
  bases: SkanBases,
  schema: SkanSchema,
  created_at: Instant,
  activated_at: Instant.nullable(),
  retired_at: Instant.nullable(),
});
export type SkanSchemaVersion = z.infer<typeof SkanSchemaVersion>;

export const SkanSchemaMapping = z.object({
  /** Whether apps receive conversion values. */
  activate_skan: z.boolean(),
  /** Since when; null: it was never switched on. */
  changed_at: Instant.nullable(),
  /** What that means now, in a sentence. */
  explanation: z.string(),
  /** Of the store listings; null: there is none, and SKAN cannot be activated. */
  app_id: z.string().nullable(),
  /** Whether an app on iOS has received a value in the last weeks. */
  has_values: z.boolean(),
  draft: SkanSchemaVersion.nullable(),
  active: SkanSchemaVersion.nullable(),
  /** The values of the draft, or else of the active version; empty: there is neither. */
  values: z.array(SkanValueRow),
  /** Newest first, at most 50. */
  versions: z.array(SkanSchemaVersion.omit({ schema: true })),
});
export type SkanSchemaMapping = z.infer<typeof SkanSchemaMapping>;

const SchemaBody = z.object({ bases: SkanBases, ...SkanOptions });

export const createSkanSchema = route({
  method: 'POST',
  path: '/project/skan/schema-mapping',
  tag,
  summary: 'Make a conversion-value schema from bases and store it as the draft',
  access: inProject('connections.edit'),
  query: InSkanProject,
  body: SchemaBody,
  response: SkanSchemaMapping,
});

export const getSkanSchema = route({
  method: 'GET',
  path: '/project/skan/schema-mapping',
  tag,
  summary: 'The draft, the active version and all versions of the conversion-value schema',
  access: inProject('connections.see'),
  query: InSkanProject,
  response: SkanSchemaMapping,
});

/** What somebody did, to see which value they get. */
export const SkanPath = z.object({
  events: z.array(z.object({ name: BaseEvent, count: z.int().min(0).max(1_000_000) })).max(100),
  /** Days after the first open: it decides the window too. */
  day: z.int().min(0).max(40).default(0),
  /** In the currency of the schema. */
  revenue: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, 'is not an amount such as 4.99')
    .default('0'),
});

export const previewSkanSchema = route({
  method: 'POST',
  path: '/project/skan/schema-preview',
  tag,
  summary: 'What a schema of these bases would look like, and which value a person gets. Nothing is stored',
  access: inProject('connections.see'),
  query: InSkanProject,
  body: SchemaBody.extend({ path: SkanPath.optional() }),
  response: z.object({
    schema: SkanSchema,
    values: z.array(SkanValueRow),
    coarse: z.array(SkanCoarseRow),
    /** null: the schema has no revenue. */
    history: RevenueHistory.nullable(),
    /** null: no path is given. */
    reached: z
      .object({
        /** null: after the last window. */
        sequence: z.int().nullable(),
        /** Only the first window has one. */
        fine: z.int().nullable(),
        coarse: z.enum(COARSE_VALUES).nullable(),
        lock: z.boolean(),
      })
      .nullable(),
  }),
});

export const listSkanEvents = route({
  method: 'GET',
  path: '/project/skan/events',
  tag,
  summary: 'Names of events that bases can be made from',
  access: inProject('connections.see'),
  query: InSkanProject,
  response: z.object({ events: z.array(z.string()) }),
});

export const activateSkan = route({
  method: 'POST',
  path: '/project/skan/activate',
  tag,
  summary:
    'Start or stop handing out conversion values to apps; postbacks are received and decoded either way',
  access: inProject('connections.edit'),
  query: InSkanProject,
  body: z.object({
    activate_skan: z.boolean(),
    /** Since when apps hand out these values, where another tool did before: earlier postbacks are decoded too. Only with the first activation. */
    since: Instant.optional(),
  }),
  response: SkanSchemaMapping,
});
