import { z } from 'zod';
import {
  Amount,
  Bag,
  CaptureTime,
  CLIENT_PAYMENT_STATUSES,
  ClientPlatform,
  EventName,
  OptionalId,
  PAYMENT_TYPES,
  PayloadId,
  PaymentCurrency,
} from './payload.ts';
import { privateKey, route, sdkToken } from './route.ts';

/** The wire format of the SDKs. Clients retry with the same body, so every call may come twice. */

/** Requests that one batch may hold. */
export const MAX_BATCH = 500;
/** Told by published clients and of no use here. */
const Anything = z.unknown().optional();

/** A device's own clock is never trusted; how long ago it was installed is all it may say. */
const SinceInstall = z.number('is not a number of seconds').nullish();

const token = z.string('is required').min(1, 'is required').max(200, 'is not a project token');
const install = {
  install_instance_id: PayloadId(64),
  platform: ClientPlatform,
  device_data: Bag,
};

export const UserDataBody = z.object(
  {
    id: PayloadId(200),
    name: Anything,
    phone: Anything,
    email: Anything,
    is_first_time_user: z.boolean().nullish().catch(null),
    user_created_at: Anything,
  },
  { error: 'is required' },
);

const UserBody = z.looseObject(UserDataBody.shape, { error: 'is required' });
const Extra = z.looseObject({ device_data: Bag }).nullish();

export const InitBody = z.object({
  ...install,
  package_version: Anything,
  app_version: Anything,
  source: Anything,
  debug: Anything,
  link: z.string().max(4000, 'is longer than 4000 characters').nullish(),
});
export const TriggerBody = z.object({
  ...install,
  user_data: UserBody,
  time_since_app_install: SinceInstall,
  data: Extra,
});
export const SetUserDataBody = z.object({ ...install, user_data: UserBody });
export const CaptureEventBody = z.object({
  ...install,
  event_name: EventName,
  event_data: Bag,
  event_id: OptionalId(200),
  time_since_app_install: SinceInstall,
});
const payment = {
  user_id: OptionalId(200),
  payment_id: OptionalId(200),
  amount: Amount,
  currency: PaymentCurrency,
  type: z.enum(PAYMENT_TYPES, { error: 'is not a payment type' }).default('DEFAULT'),
  status: z.enum(CLIENT_PAYMENT_STATUSES, { error: 'is not a payment status' }).default('PAYMENT_COMPLETED'),
};
export const CapturePaymentBody = z.object({
  ...install,
  ...payment,
  time_since_app_install: SinceInstall,
  event_data: Bag,
  data: Extra,
});
const removal = {
  user_id: OptionalId(200),
  payment_id: OptionalId(200),
};
const namesPayment = {
  when: ({ user_id, payment_id }: { user_id: string | null; payment_id: string | null }) =>
    Boolean(user_id || payment_id),
  say: { path: ['payment_id'], message: 'is required when user_id is empty' },
};
export const RemovePaymentBody = z
  .object({ ...install, ...removal, data: Extra })
  .refine(namesPayment.when, namesPayment.say);
export const AttributionDataBody = z.object({ ...install, debug: Anything });
export const IntegrationsBody = z.object({
  ...install,
  integration_info: z.record(z.string(), z.unknown(), { error: 'is required' }),
});
export const PushTokenBody = z.object({ ...install, push_token: PayloadId(4096) });
export const DeeplinkBody = z
  .object({
    ...install,
    url: z.string().max(4000, 'is longer than 4000 characters').nullish(),
    deeplink: z.string().max(4000, 'is longer than 4000 characters').nullish(),
  })
  .refine(({ url, deeplink }) => Boolean(url || deeplink), { path: ['url'], message: 'is required' });

/** Dates here carry no fractions of a second: published clients cannot read them. */
export const CampaignData = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['ORGANIC', 'INORGANIC']),
  ad_network: z.string().nullable(),
  group_name: z.string().nullable(),
  asset_group_name: z.string().nullable(),
  asset_name: z.string().nullable(),
  installed_at: z.string().nullable(),
  store_click_at: z.string().nullable(),
});
export const AttributionData = z.object({
  attribution_source: z.string(),
  match_type: z.string(),
  deeplink: z.string().nullable(),
  campaign_data: CampaignData.nullable(),
});
export type AttributionData = z.infer<typeof AttributionData>;

const Accepted = z.object({});
const tag = 'SDK';

function clientCall<Body extends z.ZodObject, Answer extends z.ZodType>(
  name: string,
  { summary, body, response }: { summary: string; body: Body; response: Answer },
) {
  return route({
    method: 'POST',
    path: `/client/${name}`,
    tag,
    summary,
    access: sdkToken,
    body: z.object({ token, ...body.shape }),
    response,
  });
}

export const init = clientCall('init', {
  summary: 'An app was opened; the answer says at once who brought it',
  body: InitBody,
  response: AttributionData,
});
export const trigger = clientCall('trigger', {
  summary: 'A user signed up or signed in',
  body: TriggerBody,
  response: Accepted,
});
export const setUserData = clientCall('set-user-data', {
  summary: 'Who uses this install',
  body: SetUserDataBody,
  response: Accepted,
});
export const captureEvent = clientCall('capture-event', {
  summary: 'Something happened in the app',
  body: CaptureEventBody,
  response: Accepted,
});
export const capturePayment = clientCall('capture-payment', {
  summary: 'A payment moved to a state; each state is booked once',
  body: CapturePaymentBody,
  response: Accepted,
});
export const removeCapturedPayment = clientCall('remove-captured-payment', {
  summary: 'Takes back a payment, or all payments of a user',
  body: RemovePaymentBody,
  response: Accepted,
});
export const attributionData = clientCall('attribution-data', {
  summary: 'Who brought this install',
  body: AttributionDataBody,
  response: AttributionData,
});
export const integrations = clientCall('integrations', {
  summary: 'Ids of this install in other tools',
  body: IntegrationsBody,
  response: Accepted,
});
export const updatePushToken = clientCall('update-push-token', {
  summary: 'The push token of this install',
  body: PushTokenBody,
  response: Accepted,
});
export const handleDeeplink = clientCall('handle-deeplink', {
  summary: 'A link opened the app',
  body: DeeplinkBody,
  response: z.object({
    deeplink: z.string().nullable(),
    is_trailmark: z.boolean(),
    processing: z.boolean(),
    attribution: AttributionData,
  }),
});

export const BATCH_CALLS = {
  init: InitBody,
  trigger: TriggerBody,
  'set-user-data': SetUserDataBody,
  'capture-event': CaptureEventBody,
  'capture-payment': CapturePaymentBody,
  'remove-captured-payment': RemovePaymentBody,
  integrations: IntegrationsBody,
  'update-push-token': PushTokenBody,
} as const;
export type BatchCall = keyof typeof BATCH_CALLS;

export const batch = clientCall('batch', {
  summary: 'Many calls at once; all of them are stored, or none',
  body: z.object({
    items: z
      .array(
        z.object({
          call: z.enum(Object.keys(BATCH_CALLS) as BatchCall[], { error: 'is not a call' }),
          body: z.record(z.string(), z.unknown(), { error: 'is not an object' }),
        }),
      )
      .min(1, 'is empty')
      .max(MAX_BATCH, `has more than ${MAX_BATCH} items`),
  }),
  response: z.object({ accepted: z.number() }),
});

const server = {
  install_instance_id: OptionalId(64),
  user_id: OptionalId(200),
  platform: ClientPlatform,
  occurred_at: CaptureTime.nullish(),
};
const namesSomebody = {
  when: (body: { install_instance_id: string | null; user_id: string | null }) =>
    Boolean(body.install_instance_id || body.user_id),
  say: { path: ['user_id'], message: 'is required without install_instance_id' },
};

export const serverCaptureEvent = route({
  method: 'POST',
  path: '/v1/capture-event',
  tag: 'Server to server',
  summary: 'Something happened that only your server knows of',
  access: privateKey,
  body: z
    .object({ ...server, event_name: EventName, event_data: Bag, event_id: OptionalId(200) })
    .refine(namesSomebody.when, namesSomebody.say),
  response: Accepted,
});

export const serverCapturePayment = route({
  method: 'POST',
  path: '/v1/capture-payment',
  tag: 'Server to server',
  summary: 'A payment moved to a state; each state is booked once',
  access: privateKey,
  body: z.object({ ...server, ...payment, event_data: Bag }).refine(namesSomebody.when, namesSomebody.say),
  response: Accepted,
});

export const serverRemovePayment = route({
  method: 'POST',
  path: '/v1/remove-payment',
  tag: 'Server to server',
  summary: 'Takes back a payment, or all payments of a user',
  access: privateKey,
  body: z
    .object({ ...removal, platform: ClientPlatform, occurred_at: CaptureTime.nullish() })
    .refine(namesPayment.when, namesPayment.say),
  response: Accepted,
});
