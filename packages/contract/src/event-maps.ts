import { z } from 'zod';
import { Instant, ProjectId, storable, text } from './fields.ts';
import { NetworkAccountId, NetworkKind } from './network-accounts.ts';
import { inProject, route } from './route.ts';

/** Of one account. */
export const MAX_EVENT_MAPS = 200;

const Currency = z.string().regex(/^[A-Z]{3}$/, 'is not a currency');

/** Where the value of an event comes from. */
export const MapValue = z.discriminatedUnion('from', [
  /** What was paid. */
  z.object({ from: z.literal('event') }),
  z.object({ from: z.literal('none') }),
  z.object({ from: z.literal('property'), property: text(256), currency: Currency }),
  z.object({
    from: z.literal('fixed'),
    amount: z.number().min(0, 'is below 0').max(1e12, 'is too large'),
    currency: Currency,
  }),
]);
export type MapValue = z.infer<typeof MapValue>;

/** How events are sent to an account with an ad network. */
export const PostbackEventMap = z.object({
  id: z.uuid(),
  project_id: z.uuid(),
  ad_network_id: z.uuid(),
  /** A kind of event (install, signup, payment, …) or the name of one. */
  event: z.string(),
  /** As the network names it. */
  network_event: z.string(),
  value: MapValue,
  /** Those that are credited to this network, all, or those that nobody is credited with. */
  installs: z.enum(['attributed', 'all', 'organic']),
  times: z.enum(['first', 'daily', 'every']),
  /** Whether a person must have agreed, must not have refused, or is not asked. */
  consent: z.enum(['granted', 'not_denied', 'ignored']),
  active: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
});
export type PostbackEventMap = z.infer<typeof PostbackEventMap>;

const tag = 'Postback event maps';
const path = '/project/:project_id/postback-event-maps' as const;
const EventName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(256, 'is longer than 256 characters')
  .refine(storable, { message: 'contains characters that cannot be stored' });

const shape = {
  event: EventName,
  network_event: text(100),
  value: MapValue,
  installs: PostbackEventMap.shape.installs,
  times: PostbackEventMap.shape.times,
  consent: PostbackEventMap.shape.consent,
  active: z.boolean(),
};

export const listEventMaps = route({
  method: 'GET',
  path,
  tag,
  summary: 'How events are sent to ad networks',
  access: inProject('connections.see'),
  params: z.object({ project_id: ProjectId }),
  query: z.object({ ad_network_id: NetworkAccountId.optional() }),
  response: z.object({ event_maps: z.array(PostbackEventMap) }),
});

export const createEventMap = route({
  method: 'POST',
  path,
  tag,
  summary: 'Send an event to an ad network',
  access: inProject('campaigns.edit'),
  params: z.object({ project_id: ProjectId }),
  body: z.object({
    ad_network_id: NetworkAccountId,
    ...shape,
    value: MapValue.default({ from: 'event' }),
    installs: shape.installs.default('attributed'),
    times: shape.times.default('every'),
    consent: shape.consent.default('not_denied'),
    active: z.boolean().default(true),
  }),
  response: PostbackEventMap,
});

const MapParams = z.object({ project_id: ProjectId, id: z.uuid('is not an event map id').toLowerCase() });

export const updateEventMap = route({
  method: 'PUT',
  path: `${path}/:id`,
  tag,
  summary: 'Change how an event is sent to an ad network; what is left out stays',
  access: inProject('campaigns.edit'),
  params: MapParams,
  body: z.object(shape).partial(),
  response: PostbackEventMap,
});

export const deleteEventMap = route({
  method: 'DELETE',
  path: `${path}/:id`,
  tag,
  summary: 'Send an event to an ad network no more',
  access: inProject('campaigns.edit'),
  params: MapParams,
  response: z.object({ deleted: z.literal(true) }),
});

export const getDefaultEventMapping = route({
  method: 'GET',
  path: '/project/default-event-mapping',
  tag,
  summary: 'Proposed event maps, from the names of the project’s events',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId, kind: NetworkKind }),
  response: z.object({
    event_maps: z.array(PostbackEventMap.pick({ event: true, network_event: true, value: true })),
  }),
});
