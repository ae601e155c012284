import { z } from 'zod';
import { ConnectionHealth, ConnectionKind } from './connections.ts';
import { Cursor, Instant, ProjectId, storable } from './fields.ts';
import { inProject, route } from './route.ts';
import { WEBHOOK_TYPES } from './webhook-payload.ts';

/** What can be delivered: what webhooks are sent, and the answer to a network that claimed an install. */
export const DELIVERY_KINDS = [...WEBHOOK_TYPES, 'claim_answer'] as const;

/**
 * `waiting`: to be sent, or sent again. `delivered`: the receiver has it. `rejected`: it was refused for good, or given up
 * after the last attempt. `skipped`: the receiver would not accept it, so it was not sent.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'rejected', 'skipped'] as const;
export const DeliveryState = z.enum(DELIVERY_STATES, { error: 'is not a state of a delivery' });
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One event for one connection. */
export const Delivery = z.object({
  delivery_id: z.string(),
  /** Of the event, as a person's journey and the live feed name it; of other messages, an id of their own. */
  event_id: z.uuid(),
  connection_id: z.uuid(),
  connection_kind: ConnectionKind,
  connection_name: z.string(),
  /** Of the message: install, event, payment, decision_revised … */
  kind: z.string(),
  /** Of the event, as the client named it. */
  event_name: z.string(),
  install_id: z.string(),
  occurred_at: Instant,
  planned_at: Instant,
  state: DeliveryState,
  /** In words: why it waits, or was refused or left out. */
  reason: z.string().nullable(),
  attempts: z.int(),
  /** The next try, of one that waits. */
  due_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** From when it was planned, which is when the event was received, until the receiver had it. */
  delay_ms: z.int().nullable(),
  /** It was sent with the credit of an older decision, which this revision has replaced since then. */
  sent_before_revision: z.int().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** One request that a delivery was in. Secrets are blacked out. */
export const DeliveryRequest = z.object({
  endpoint: z.string(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** null: there was no answer. */
  status: z.int().nullable(),
  /** The first kilobyte. */
  answer: z.string(),
  duration_ms: z.int(),
  /** How many deliveries were in it. */
  items: z.int(),
});

export const DeliveryAttempt = z.object({
  attempt: z.int(),
  at: Instant,
  /** In words. */
  verdict: z.string(),
  /** Empty when it was too long ago to be kept. */
  requests: z.array(DeliveryRequest),
});

export const DeliveryDetails = Delivery.extend({
  user_id: z.string().nullable(),
  /** As it was mapped for the receiver at the last attempt, or as it would be now. */
  payload: z.json().nullable(),
  history: z.array(DeliveryAttempt),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

const tag = 'Deliveries';
const Id = z
  .string()
  .regex(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/i, 'is not a delivery id')
  .toLowerCase();
const word = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `is not ${what}`)
    .max(256, `is not ${what}`)
    .refine(storable, { message: `is not ${what}` });

const DeliveryFilter = {
  connection_id: z.uuid('is not a connection id').toLowerCase().optional(),
  state: DeliveryState.optional(),
  /** A kind of message, or the name of an event. */
  event: word('an event').optional(),
  event_id: z.uuid('is not an event id').toLowerCase().optional(),
  /** The id of an install or a user. */
  person: word('a person').optional(),
  /** When the event happened. */
  from: Instant.optional(),
  to: Instant.optional(),
};

export const listDeliveries = route({
  method: 'GET',
  path: '/project/deliveries',
  tag,
  summary: 'The ledger: what was sent where, what waits and what was refused, newest first',
  access: inProject('connections.see'),
  query: z.object({
    project_id: ProjectId,
    ...DeliveryFilter,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ items: z.array(Delivery), next_cursor: z.string().nullable() }),
});

export const getDelivery = route({
  method: 'GET',
  path: '/project/delivery',
  tag,
  summary: 'A delivery with what was sent, every attempt and every answer',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId, delivery_id: Id }),
  response: DeliveryDetails,
});

export const getDeliveryHealth = route({
  method: 'GET',
  path: '/project/deliveries/health',
  tag,
  summary: 'How each connection is doing: what waits, how late it is, what was refused',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ connections: z.array(ConnectionHealth) }),
});

export const MAX_REPLAYED = 100_000;

export const replayDeliveries = route({
  method: 'POST',
  path: '/project/deliveries/replay',
  tag,
  summary: 'Send deliveries again: some by id, or all that a filter finds',
  access: inProject('connections.edit'),
  body: z
    .object({
      project_id: ProjectId,
      delivery_ids: z.array(Id).min(1, 'is empty').max(200, 'has more than 200 entries').optional(),
      filter: z.object(DeliveryFilter).optional(),
    })
    .refine((body) => (body.delivery_ids === undefined) !== (body.filter === undefined), {
      path: ['delivery_ids'],
      message: 'is required, or else a filter, but not both',
    }),
  response: z.object({ replayed: z.int() }),
});
