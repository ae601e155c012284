import { z } from 'zod';
import { Instant } from './fields.ts';
import { inProject, route } from './route.ts';
import { InSkanProject } from './skan-schema.ts';

const tag = 'SKAN';

export const GOOGLE_SKAN_STATES = ['NOT_CONNECTED', 'LINK_MISSING', 'PENDING', 'ACTIVE', 'ERROR'] as const;

/** An account with Google Ads, and whether it has the schema. */
export const SkanGoogleAccount = z.object({
  ad_network_id: z.uuid(),
  customer_id: z.string(),
  name: z.string(),
  /** Of the app on iOS; null: none is entered under Integrations. */
  link_id: z.string().nullable(),
  status: z.enum(['LINK_MISSING', 'PENDING', 'ACTIVE', 'ERROR']),
  /** That it has; null: none. */
  schema_version: z.int().nullable(),
  uploaded_at: Instant.nullable(),
  warnings: z.array(z.string()),
  /** What Google said when it refused, or why it could not be asked. */
  error: z.string().nullable(),
});

export const SkanGoogleStatus = z.object({
  connected: z.boolean(),
  status: z.enum(GOOGLE_SKAN_STATES),
  /** In words: what to do, or what is being waited for. */
  reason: z.string(),
  /** Of the first account whose app is linked. */
  customer_id: z.string().nullable(),
  link_id: z.string().nullable(),
  schema_version: z.int().nullable(),
  uploaded_at: Instant.nullable(),
  warnings: z.array(z.string()),
  accounts: z.array(SkanGoogleAccount),
});
export type SkanGoogleStatus = z.infer<typeof SkanGoogleStatus>;

export const SkanMetaStatus = z.object({
  /** Whether the schema was ever read at the address: by Meta, or by somebody else who knows it. */
  connected: z.boolean(),
  /** `ACTIVE`: the active version was read. */
  status: z.enum(['NOT_CONNECTED', 'PENDING', 'ACTIVE']),
  reason: z.string(),
  app_id: z.string().nullable(),
  /** To be entered in Meta Events Manager; null: SKAN was never activated. */
  schema_url: z.string().nullable(),
  last_fetched_at: Instant.nullable(),
  /** That was read last. */
  schema_version: z.int().nullable(),
  /** The events of the active version, and what each is for Meta. */
  events: z.array(z.object({ event: z.string(), meta_event: z.string() })),
});
export type SkanMetaStatus = z.infer<typeof SkanMetaStatus>;

export const getSkanGoogleStatus = route({
  method: 'GET',
  path: '/project/skan/google/status',
  tag,
  summary: 'Whether Google Ads has the conversion-value schema',
  access: inProject('connections.see'),
  query: InSkanProject,
  response: SkanGoogleStatus,
});

export const uploadSkanToGoogle = route({
  method: 'POST',
  path: '/project/skan/google/upload',
  tag,
  summary: 'Upload the active schema to the linked Google Ads accounts again',
  access: inProject('connections.edit'),
  query: InSkanProject,
  response: SkanGoogleStatus,
});

export const getSkanMetaStatus = route({
  method: 'GET',
  path: '/project/skan/meta/status',
  tag,
  summary: 'The address that Meta reads the schema from, and when it was read',
  access: inProject('connections.see'),
  query: InSkanProject,
  response: SkanMetaStatus,
});

export const renewSkanSchemaUrl = route({
  method: 'POST',
  path: '/project/skan/meta/schema-url',
  tag,
  summary: 'Replace the address that Meta reads the schema from; the old one is unknown from then on',
  access: inProject('connections.edit'),
  query: InSkanProject,
  response: SkanMetaStatus,
});
