import { z } from 'zod';
import { Instant, ProjectId, text } from './fields.ts';
import { inProject, route } from './route.ts';
import { StorePlatform } from './store-listings.ts';

export const MAX_SDK_CREDENTIALS = 20;

/**
 * What signatures of the SDK's requests are good for. `off`: nobody looks at them. `report`: they are checked and
 * counted, and nothing is refused. `required`: a request without a valid one is refused.
 */
export const SIGNING_MODES = ['off', 'report', 'required'] as const;
export const Signing = z.enum(SIGNING_MODES, { error: 'is not off, report or required' });
export type Signing = z.infer<typeof Signing>;

/** `optional` is the older word for `report`. */
const SigningChange = z.union([z.literal('optional').transform(() => 'report' as const), Signing], {
  error: 'is not off, report or required',
});

/** What a look at the signature of a request found. */
export const SIGNATURE_OUTCOMES = [
  'valid',
  'missing',
  'unknown_key',
  'old_timestamp',
  'unknown_version',
  'mismatch',
] as const;
export const SignatureOutcome = z.enum(SIGNATURE_OUTCOMES);
export type SignatureOutcome = z.infer<typeof SignatureOutcome>;

/** Requests of one day in the project's zone. Web hosts do not sign and are not counted. */
export const SignatureDay = z.object({ day: z.iso.date(), outcome: SignatureOutcome, count: z.number() });
export type SignatureDay = z.infer<typeof SignatureDay>;

/** Days that signatures are reported for, today included. */
export const SIGNATURE_DAYS = 14;

/** What an app signs its requests with, without the secret. */
export const SdkCredential = z.object({
  id: z.uuid(),
  active: z.boolean(),
  key_id: z.string(),
  /** The first characters of the secret, to distinguish credentials; an imported one shows none. */
  hint: z.string(),
  platform: StorePlatform,
  created_at: Instant,
  updated_at: Instant,
  /** Set on one that was replaced and still works for a while. */
  expires_at: Instant.nullable(),
});
export type SdkCredential = z.infer<typeof SdkCredential>;

const tag = 'Keys';

export const listSdkCredentials = route({
  method: 'GET',
  path: '/project/sdk-credentials',
  tag,
  summary: 'Whether SDK requests must be signed, how many were, and the credentials without their secrets',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({
    signing: Signing,
    credentials: z.array(SdkCredential),
    /** Of the last 14 days, the newest first; days without requests are left out, as is everything while it is off. */
    signatures: z.array(SignatureDay),
  }),
});

export const createSdkCredential = route({
  method: 'POST',
  path: '/project/sdk-credentials',
  tag,
  summary: 'Create a credential for an app; its secret is shown once',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, platform: StorePlatform }),
  response: z.object({ secret_key: z.string(), credential: SdkCredential }),
});

/** The signing key of another provider. */
export const ImportedKeyForm = z.object({
  platform: StorePlatform,
  /** As the app sends it in x-Key-Id. */
  key_id: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(200, 'is longer than 200 characters')
    .regex(/^[\x21-\x7e]*$/, 'contains a space or a character that is not printable ASCII'),
  /** As text: its UTF-8 bytes are the key, whatever it encodes. */
  secret: text(500).refine((secret) => secret.length >= 8, { message: 'is shorter than 8 characters' }),
});

export const importSdkCredential = route({
  method: 'POST',
  path: '/project/sdk-credentials/import',
  tag,
  summary: 'Take over the signing key of another provider; its secret is stored sealed and never shown',
  access: inProject('keys.import'),
  body: z.object({ project_id: ProjectId, ...ImportedKeyForm.shape }),
  response: z.object({ credential: SdkCredential }),
});

export const updateSdkCredential = route({
  method: 'PUT',
  path: '/project/sdk-credentials',
  tag,
  summary: 'Switch a credential on or off, replace it by a new one, or say whether requests must be signed',
  access: inProject('connections.edit'),
  body: z
    .object({
      project_id: ProjectId,
      id: z.uuid('is not a credential id').toLowerCase().optional(),
      active: z.boolean().optional(),
      rotate: z
        .object({
          keep_old_hours: z.int('is not a whole number').min(0).max(720, 'is at most 30 days').default(24),
        })
        .optional(),
      signing: SigningChange.optional(),
    })
    .refine((body) => body.id !== undefined || (body.active === undefined && body.rotate === undefined), {
      path: ['id'],
      message: 'is required',
    })
    .refine((body) => body.active === undefined || body.rotate === undefined, {
      path: ['active'],
      message: 'cannot be given together with rotate',
    }),
  response: z.object({
    signing: Signing,
    /** The one that was changed, or the new one after a rotation; null when only signing was. */
    credential: SdkCredential.nullable(),
    /** Shown once, after a rotation. */
    secret_key: z.string().nullable(),
  }),
});
