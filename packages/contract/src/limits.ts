import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

export const LIMIT_KINDS = [
  ...(['event_names', 'property_keys', 'integration_keys', 'currencies'] as const),
  /** Events that were not stored because the person refuses analytics. */
  'consent',
  /** Calls that were not stored because a browser without a person made them. */
  'bots',
] as const;

/** A limit of the installation that a project has reached lately. */
export const ReachedLimit = z.object({
  kind: z.enum(LIMIT_KINDS),
  /** The limit: names per project, property keys per event, integration keys per install, ISO 4217 codes; 0: none. */
  limit: z.number(),
  /** The number of values beyond the limit. */
  beyond: z.number(),
  /** The last of them. */
  example: z.string(),
  first_at: Instant,
  last_at: Instant,
});
export type ReachedLimit = z.infer<typeof ReachedLimit>;

export const listReachedLimits = route({
  method: 'GET',
  path: '/project/limits',
  tag: 'Keys',
  summary:
    'Limits on names and keys that clients have gone beyond in the last 7 days; nothing of raw rows is lost',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ reached: z.array(ReachedLimit) }),
});
