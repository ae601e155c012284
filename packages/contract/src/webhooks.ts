import { z } from 'zod';
import { ConnectionHealth, EventChoice } from './connections.ts';
import { Instant, ProjectId, storable, text } from './fields.ts';
import { inProject, route } from './route.ts';

export const MAX_WEBHOOKS = 20;

/** An endpoint that messages are sent to, without its secret. */
export const Webhook = z.object({
  webhook_id: z.uuid(),
  name: z.string(),
  url: z.string(),
  /** Kinds of messages (see the webhook payload) and names of events; null: all. */
  event_types: z.array(z.string()).nullable(),
  active: z.boolean(),
  /** The first characters of the secret. */
  secret_hint: z.string(),
  /** While a replaced secret still signs as well. */
  old_secret_until: Instant.nullable(),
  /** A Slack channel gets messages to read instead of signed JSON. */
  is_slack: z.boolean(),
  created_at: Instant,
  health: ConnectionHealth,
});
export type Webhook = z.infer<typeof Webhook>;

const tag = 'Webhooks';
const WebhookId = z.uuid('is not a webhook id').toLowerCase();
const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
  .max(2000, 'is longer than 2000 characters')
  .refine(storable, { message: 'is not an http(s) address' });
/** 24 to 64 random bytes, as https://github.com/standard-webhooks/standard-webhooks asks for. */
const WebhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'is not whsec_ and 24 to 64 bytes as base64');

export const listWebhooks = route({
  method: 'GET',
  path: '/project/webhook',
  tag,
  summary: 'Webhook endpoints and how they are doing, without their secrets',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ webhooks: z.array(Webhook) }),
});

export const updateWebhook = route({
  method: 'POST',
  path: '/project/update-webhook',
  tag,
  summary: 'Add, change, switch on or off, or remove a webhook endpoint; a new secret is shown once',
  access: inProject('connections.edit'),
  body: z
    .object({
      project_id: ProjectId,
      /** Left out: a new endpoint. */
      webhook_id: WebhookId.optional(),
      name: text(100).optional(),
      url: WebhookUrl.optional(),
      event_types: EventChoice.optional(),
      active: z.boolean().optional(),
      /** To take over a secret; otherwise one is made. */
      secret: WebhookSecret.optional(),
      rotate_secret: z
        .object({
          keep_old_hours: z.int('is not a whole number').min(0).max(720, 'is at most 30 days').default(24),
        })
        .optional(),
      remove: z.boolean().optional(),
    })
    .refine((body) => body.webhook_id !== undefined || body.url !== undefined, {
      path: ['url'],
      message: 'is required',
    })
    .refine((body) => body.webhook_id !== undefined || !(body.remove || body.rotate_secret), {
      path: ['webhook_id'],
      message: 'is required',
    }),
  response: z.object({
    /** null after it was removed. */
    webhook: Webhook.nullable(),
    /** Shown once: of a new endpoint, and after a rotation. */
    secret: z.string().nullable(),
  }),
});

export const testWebhook = route({
  method: 'POST',
  path: '/project/test-webhook',
  tag,
  summary: 'Send a test message now, and show what the endpoint answers',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, webhook_id: WebhookId }),
  response: z.object({
    /** null: there was no answer. */
    status: z.int().nullable(),
    duration_ms: z.int(),
    /** The first kilobyte of the answer. */
    answer: z.string(),
    delivered: z.boolean(),
    /** In words. */
    verdict: z.string(),
    request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
  }),
});
