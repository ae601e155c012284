import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { inProject, route, signedIn } from './route.ts';

/** A private key without its secret part. */
export const PrivateKey = z.object({
  id: z.uuid(),
  /** The first characters, to distinguish keys. */
  hint: z.string(),
  created_by: z.string(),
  created_at: Instant,
  /** Set on a key that was replaced and still works for a while. */
  expires_at: Instant.nullable(),
});
export type PrivateKey = z.infer<typeof PrivateKey>;

/** Tokens of other providers that a project may use in addition to its own. */
export const MAX_IMPORTED_TOKENS = 5;

/** How generated tokens, private keys and SDK secrets begin. */
const GENERATED = /^tm(?:sk|ss)?_/;

/** A public token that another provider chose: any printable ASCII text without spaces. */
export const ImportedTokenText = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(200, 'is longer than 200 characters')
  .regex(/^[\x21-\x7e]*$/, 'contains a space or a character that is not printable ASCII')
  // Nobody can claim the token of a project that is yet to be made, and no private key becomes a public token.
  .refine((token) => !GENERATED.test(token), {
    message: 'begins like a token or key that Trailmark made; only one of another provider can be taken over',
  });

export const ImportedToken = z.object({ token: z.string(), created_at: Instant });
export type ImportedToken = z.infer<typeof ImportedToken>;

const tag = 'Keys';

export const getProjectToken = route({
  method: 'GET',
  path: '/project/token',
  tag,
  summary: 'The public, write-only SDK tokens, and the private keys without their secrets',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({
    token: z.string(),
    /** Tokens of other providers that were taken over, oldest first; they work like the project's own. */
    imported_tokens: z.array(ImportedToken),
    private_keys: z.array(PrivateKey),
  }),
});

export const importToken = route({
  method: 'POST',
  path: '/project/token',
  tag,
  summary: "Take over the public token of another provider; it works in addition to the project's own",
  access: inProject('keys.import'),
  body: z.object({ project_id: ProjectId, token: ImportedTokenText }),
  response: ImportedToken,
});

export const removeImportedToken = route({
  method: 'DELETE',
  path: '/project/token',
  tag,
  summary: 'Remove a token that was taken over; apps that carry it are refused from then on',
  access: inProject('keys.import'),
  query: z.object({ project_id: ProjectId, token: ImportedTokenText }),
  response: z.object({ token: z.string() }),
});

export const releaseImportedToken = route({
  method: 'DELETE',
  path: '/imported-token',
  tag,
  summary: 'Release a token from whichever project took it over, by an operator',
  access: signedIn,
  query: z.object({ token: ImportedTokenText }),
  response: z.object({ token: z.string(), project_id: ProjectId }),
});

export const generatePrivateKey = route({
  method: 'POST',
  path: '/project/generate-private-key',
  tag,
  summary: 'Generate a new private key, shown once; the old one keeps working for the chosen time',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    keep_old_hours: z.int('is not a whole number').min(0).max(720, 'is at most 30 days').default(24),
  }),
  response: z.object({ private_key: z.string(), key: PrivateKey }),
});
