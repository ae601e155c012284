import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

/** A private key without its secret part. */
export const PrivateKey = z.object({
  id: z.uuid(),
  /** The first characters, to tell keys apart. */
  hint: z.string(),
  created_by: z.string(),
  created_at: Instant,
  /** Set on a key that was replaced and still works for a while. */
  expires_at: Instant.nullable(),
});
export type PrivateKey = z.infer<typeof PrivateKey>;

const tag = 'Keys';

export const getProjectToken = route({
  method: 'GET',
  path: '/project/token',
  tag,
  summary: 'The public, write-only SDK token, and the private keys without their secrets',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ token: z.string(), private_keys: z.array(PrivateKey) }),
});

export const generatePrivateKey = route({
  method: 'POST',
  path: '/project/generate-private-key',
  tag,
  summary: 'Make a new private key, shown once; the old one keeps working for the chosen time',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    keep_old_hours: z.int('is not a whole number').min(0).max(720, 'is at most 30 days').default(24),
  }),
  response: z.object({ private_key: z.string(), key: PrivateKey }),
});
