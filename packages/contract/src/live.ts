import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { Instant, ProjectId, storable } from './fields.ts';
import { Money } from './report-filter.ts';
import { inProject, route } from './route.ts';

export const LIVE_KINDS = [
  'click',
  'view',
  'install',
  'open',
  'session_start',
  'page_view',
  'screen_view',
  'event',
  'signup',
  'payment',
  'refund',
] as const;

/** Something that has just been stored. */
export const LiveItem = z.object({
  id: z.string(),
  kind: z.enum(LIVE_KINDS),
  name: z.string(),
  at: Instant,
  received_at: Instant,
  install_id: z.string().nullable(),
  user_id: z.string().nullable(),
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  network: z.string().nullable(),
  match_type: z.string().nullable(),
  country: z.string().nullable(),
  platform: z.string().nullable(),
  model: z.string().nullable(),
  money: Money.nullable(),
  /** As it was sent, secrets and addresses excepted. */
  payload: z.json(),
});
export type LiveItem = z.infer<typeof LiveItem>;

export const getLive = route({
  method: 'GET',
  path: '/project/live',
  tag: 'Reports',
  summary: 'Server-sent events: first the latest that there are, then each as it is stored',
  access: inProject('reports.see'),
  answers: 'events',
  query: z.object({
    project_id: ProjectId,
    kinds: z
      .string()
      .max(200, 'is too long')
      .transform((value) => value.split(',').filter((part) => part !== ''))
      .pipe(z.array(z.enum(LIVE_KINDS, { error: 'has an unknown kind' })))
      .optional(),
    /** Only of this device or person: an install, user, or advertising id. */
    of: z
      .string()
      .trim()
      .max(256, 'is too long')
      .refine(storable, { message: 'cannot be searched' })
      .optional(),
  }),
  /** What each message of the event `item` holds. */
  response: LiveItem,
});
