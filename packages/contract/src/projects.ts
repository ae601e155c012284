import { z } from 'zod';
import { isCurrency } from './currencies.ts';
import { DayKind } from './day-kind.ts';
import { Instant, optionalUrl, ProjectId, text } from './fields.ts';
import { NETWORKS } from './networks.ts';
import { Role } from './permissions.ts';
import { Plausibility } from './plausibility.ts';
import { inProject, route, signedIn } from './route.ts';
import { AttributionWindows } from './windows.ts';

export const PLATFORMS = ['web', 'app'] as const;
export const Platform = z.enum(PLATFORMS);
export type Platform = z.infer<typeof Platform>;

/** Days between deleting a project and its final removal. */
export const RESTORE_DAYS = 30;

export const SETUP_STEPS = [
  'project_made',
  'address_given',
  'sdk_seen',
  'first_click',
  'first_install',
  'first_event',
  'network_connected',
  'colleague_invited',
  'key_generated',
] as const;
export const SetupStep = z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() });
export type SetupStep = z.infer<typeof SetupStep>;

const Currency = z.string().refine(isCurrency, { message: 'is not a currency code of ISO 4217' });

const Timezone = z.string().min(1, 'is required').max(64, 'is not a time zone');

const networkWindows = AttributionWindows.partial().optional();

/** Windows of single networks that differ from the project's. */
export const NetworkWindows = z.strictObject(
  Object.fromEntries(NETWORKS.map((network) => [network, networkWindows])) as Record<
    (typeof NETWORKS)[number],
    typeof networkWindows
  >,
  {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'names an unknown network' : 'is not an object'),
  },
);
export type NetworkWindows = z.infer<typeof NetworkWindows>;

export const MIN_RETENTION_DAYS = 30;
export const MAX_RETENTION_DAYS = 1200;
export const DEFAULT_RETENTION_DAYS = 400;
export const MIN_DELIVERY_DAYS = 7;
export const MAX_DELIVERY_DAYS = 365;
export const DEFAULT_DELIVERY_DAYS = 30;

/** How long raw clicks, views and events are kept; rollups stay. */
const RetentionDays = z
  .int('is not a whole number')
  .min(MIN_RETENTION_DAYS, `is at least ${MIN_RETENTION_DAYS} days`)
  .max(MAX_RETENTION_DAYS, `is at most ${MAX_RETENTION_DAYS} days`);

/** How long the ledger of deliveries goes back; totals are kept. */
const DeliveryRetentionDays = z
  .int('is not a whole number')
  .min(MIN_DELIVERY_DAYS, `is at least ${MIN_DELIVERY_DAYS} days`)
  .max(MAX_DELIVERY_DAYS, `is at most ${MAX_DELIVERY_DAYS} days`);

/** Decrypts what Meta puts into the install referrer; write-only. */
const MetaReferrerKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'has 64 hexadecimal digits');

/** A project as its members see it; a guest sees name, platform, currency and zone only. */
export const Project = z.object({
  project_id: ProjectId,
  name: z.string(),
  platform: Platform,
  currency: z.string(),
  timezone: z.string(),
  role: Role,
  website: z.string().nullable(),
  app_store_link: z.string().nullable(),
  play_store_link: z.string().nullable(),
  windows: AttributionWindows.nullable(),
  network_windows: NetworkWindows.nullable(),
  plausibility: Plausibility.nullable(),
  retention_days: z.number().nullable(),
  /** How long the ledger of deliveries goes back. */
  delivery_retention_days: z.number().nullable(),
  has_meta_referrer_key: z.boolean().nullable(),
  /** When day n of an install begins, for retention and cohorts. */
  day_kind: DayKind,
  members_count: z.number().nullable(),
  /** The zone was changed, and the days are being recomputed. */
  is_refolding: z.boolean(),
  setup: z.array(SetupStep),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  /** When a deleted project is removed for good. */
  removal_at: Instant.nullable(),
});
export type Project = z.infer<typeof Project>;

export const ProjectForm = z.object({
  name: text(80),
  platform: Platform,
  website: optionalUrl('a web address').optional(),
  app_store_link: optionalUrl('an App Store link').optional(),
  play_store_link: optionalUrl('a Play Store link').optional(),
  currency: Currency,
  timezone: Timezone,
});

export const ProjectChange = z.object({
  project_id: ProjectId,
  ...ProjectForm.partial().shape,
  windows: AttributionWindows.partial().optional(),
  /** As a whole: networks left out have the project's windows. */
  network_windows: NetworkWindows.optional(),
  /** As a whole: what is left out has its default. */
  plausibility: Plausibility.optional(),
  retention_days: RetentionDays.optional(),
  delivery_retention_days: DeliveryRetentionDays.optional(),
  day_kind: DayKind.optional(),
  /** null removes it. */
  meta_referrer_key: MetaReferrerKey.nullable().optional(),
});
export type ProjectChange = z.input<typeof ProjectChange>;

export const ZoneInfo = z.object({ name: z.string(), offset_minutes: z.number() });
export type ZoneInfo = z.infer<typeof ZoneInfo>;

const tag = 'Project';

export const listProjects = route({
  method: 'GET',
  path: '/project',
  tag,
  summary: 'My projects, the one named by project_id first; with deleted=true those that can be restored',
  access: signedIn,
  query: z.object({ project_id: ProjectId.optional(), deleted: z.stringbool().default(false) }),
  response: z.array(Project),
});

export const createProject = route({
  method: 'POST',
  path: '/project',
  tag,
  summary: 'Create a project and become its owner',
  access: signedIn,
  body: ProjectForm,
  response: Project,
});

export const updateProject = route({
  method: 'PUT',
  path: '/project',
  tag,
  summary: 'Change the settings of a project; fields left out stay as they are',
  access: inProject('settings.edit'),
  body: ProjectChange,
  response: Project,
});

export const deleteProject = route({
  method: 'DELETE',
  path: '/project',
  tag,
  summary: `Delete a project; it can be restored for ${RESTORE_DAYS} days`,
  access: inProject('project.delete'),
  query: z.object({ project_id: ProjectId, confirm_name: z.string().max(80) }),
  response: z.object({ project_id: ProjectId, removal_at: Instant }),
});

export const restoreProject = route({
  method: 'POST',
  path: '/project/restore',
  tag,
  summary: 'Restore a deleted project',
  access: inProject('project.delete', { alsoDeleted: true }),
  body: z.object({ project_id: ProjectId }),
  response: Project,
});

export const listTimezones = route({
  method: 'GET',
  path: '/project/timezones',
  tag,
  summary: 'Time zones that a project can use, as the database knows them',
  access: signedIn,
  response: z.array(ZoneInfo),
});
