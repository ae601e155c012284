import { z } from 'zod';
import { Instant, ProjectId, storable, text } from './fields.ts';
import { NetworkAccountId, NetworkKind } from './network-accounts.ts';
import { inProject, route } from './route.ts';
import { isVisitEvent } from './visits.ts';

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

const MappedEvent = EventName.refine((name) => !isVisitEvent(name), {
  message: 'is not sent to ad networks',
});

const shape = {
  event: MappedEvent,
  network_event: text(100),
  value: MapValue,
  installs: PostbackEventMap.shape.installs,
  times: PostbackEventMap.shape.times,
  consent: PostbackEventMap.shape.consent,
  active: z.boolean(),
};

/** A new map, with what most want where nothing is said. */
export const EventMapForm = z.object({
  ad_network_id: NetworkAccountId,
  ...shape,
  value: MapValue.default({ from: 'event' }),
  installs: shape.installs.default('attributed'),
  times: shape.times.default('every'),
  consent: shape.consent.default('not_denied'),
  active: z.boolean().default(true),
});
export type EventMapForm = z.input<typeof EventMapForm>;

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
  body: EventMapForm,
  response: PostbackEventMap,
});

const EventMapId = z.uuid('is not an event map id').toLowerCase();
const MapParams = z.object({ project_id: ProjectId, id: EventMapId });

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
  summary: 'Stop sending an event to an ad network',
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

/** An account that events can be sent to. */
export const EventMapAccount = z.object({
  ad_network_id: z.uuid(),
  kind: NetworkKind,
  name: z.string(),
  /** As the network names it. */
  external_account_id: z.string(),
  /** In words: what keeps events from being sent now; null: nothing. */
  problem: z.string().nullable(),
});
export type EventMapAccount = z.infer<typeof EventMapAccount>;

export const listEventMapAccounts = route({
  method: 'GET',
  path: `${path}/accounts`,
  tag,
  summary: 'The accounts with ad networks that events can be sent to',
  access: inProject('connections.see'),
  params: z.object({ project_id: ProjectId }),
  response: z.object({ accounts: z.array(EventMapAccount) }),
});

/** How many of the latest events a preview shows. */
export const PREVIEWED_EVENTS = 20;

/** What an event of the project would become for the network. */
export const PreviewedEventMap = z.object({
  event_id: z.uuid(),
  name: z.string(),
  kind: z.string(),
  occurred_at: Instant,
  install_id: z.string(),
  would_send: z.boolean(),
  /** In words: why it would not be sent. */
  reason: z.string().nullable(),
  /** As the network would get it, without secrets; null: it would not be sent. */
  payload: z.json().nullable(),
});
export type PreviewedEventMap = z.infer<typeof PreviewedEventMap>;

export const previewEventMap = route({
  method: 'POST',
  path: `${path}/preview`,
  tag,
  summary:
    'What the last 20 events would become under an event map, saved or not, if it were active; nothing is sent',
  access: inProject('campaigns.edit'),
  params: z.object({ project_id: ProjectId }),
  body: z.object({
    ...EventMapForm.shape,
    /** The map that is being changed; without it, it is a new one. */
    id: EventMapId.optional(),
    /** The latest of the project, or the latest of those that the map is for. */
    events: z.enum(['all', 'of_map']).default('all'),
  }),
  response: z.object({ events: z.array(PreviewedEventMap) }),
});

export const EventMapTest = z.object({
  accepted: z.boolean(),
  /** In words: what the network made of it. */
  verdict: z.string(),
  /** What one has to know about tests at this network; null: nothing. */
  note: z.string().nullable(),
  /** null: no answer came. */
  status: z.int().nullable(),
  /** What the network answered, as it came. */
  answer: z.string(),
  duration_ms: z.int(),
  /** The event that was taken as an example; made up where the project has none that the map takes. */
  event: z.object({ name: z.string(), occurred_at: Instant, made_up: z.boolean() }),
  /** As it was sent, without secrets. */
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
});
export type EventMapTest = z.infer<typeof EventMapTest>;

export const testEventMap = route({
  method: 'POST',
  path: `${path}/:id/test`,
  tag,
  summary: 'Send one event by a map, marked as a test, under an id of its own',
  access: inProject('campaigns.edit'),
  params: MapParams,
  response: EventMapTest,
});
