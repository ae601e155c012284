import { z } from 'zod';
import {
  AttributionDataBody,
  BATCH_CALLS,
  type BatchCall,
  CaptureEventBody,
  CapturePaymentBody,
  ConsentBody,
  CustomerUserIdBody,
  DeeplinkBody,
  DeeplinkTriggeredBody,
  InitBody,
  IntegrationsBody,
  IssuedCouponsBody,
  namesPayment,
  PageViewBody,
  PushTokenBody,
  payment,
  RemovePaymentBody,
  removal,
  ScreenViewBody,
  SessionStartBody,
  SetUserDataBody,
  TriggerBody,
} from './client-bodies.ts';
import { CaptureTime, ClientTime, EventData, EventName, OptionalId, PlatformText } from './payload.ts';
import { privateKey, route, sdkToken } from './route.ts';
import { COARSE_VALUES } from './skan-bases.ts';

/** Requests that one batch may hold. */
export const MAX_BATCH = 500;
const token = z.string('is required').min(1, 'is required').max(200, 'is not a project token');
/** Dates here carry no fractions of a second: published clients cannot read them. */
export const CampaignData = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['ORGANIC', 'INORGANIC']),
  ad_network: z.string().nullable(),
  /** As the network counts them: named by the ad's link, or by the network itself. */
  ad_network_campaign_id: z.string().nullable(),
  ad_set_id: z.string().nullable(),
  ad_set_name: z.string().nullable(),
  ad_creative_id: z.string().nullable(),
  ad_creative_name: z.string().nullable(),
  group_name: z.string().nullable(),
  asset_group_name: z.string().nullable(),
  asset_name: z.string().nullable(),
  installed_at: z.string().nullable(),
  store_click_at: z.string().nullable(),
});
export const AttributionData = z.object({
  /** The network, `LINK` for a link without one, or `ORGANIC`. */
  attribution_source: z.string(),
  match_type: z.string(),
  deeplink: z.string().nullable(),
  /** null: organic. */
  campaign_data: CampaignData.nullable(),
  gaid: z.string().nullable(),
  idfa: z.string().nullable(),
});
export type AttributionData = z.infer<typeof AttributionData>;

const Accepted = z.object({});

/**
 * What an app on iOS registers with Apple, where the project has activated SKAN. Only the first conversion window has a
 * fine value of its own; later it is that of the first again, since Apple's call asks for one.
 */
export const ConversionAnswer = z.object({
  fine_conversion_value: z.int().optional(),
  coarse_conversion_value: z.enum(COARSE_VALUES).optional(),
  /** Nothing more can be said in this window: its postback may be sent. */
  lock_postback: z.boolean().optional(),
});
export type ConversionAnswer = z.infer<typeof ConversionAnswer>;
const Opened = AttributionData.extend(ConversionAnswer.shape);
export type Opened = z.infer<typeof Opened>;

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
  summary: 'An app was opened; the answer has its attribution',
  body: InitBody,
  response: Opened,
});
export const trigger = clientCall('trigger', {
  summary: 'A user signed up or signed in',
  body: TriggerBody,
  response: ConversionAnswer,
});
export const setUserData = clientCall('set-user-data', {
  summary: 'Who uses this install',
  body: SetUserDataBody,
  response: Accepted,
});
export const customerUserId = clientCall('customer-user-id', {
  summary: 'The id of the person who uses this install, without a sign-up',
  body: CustomerUserIdBody,
  response: Accepted,
});
export const consent = clientCall('consent', {
  summary: 'The consent of the person who uses this install',
  body: ConsentBody,
  response: Accepted,
});
export const captureEvent = clientCall('capture-event', {
  summary: 'Something happened in the app',
  body: CaptureEventBody,
  response: ConversionAnswer,
});
export const capturePayment = clientCall('capture-payment', {
  summary: 'A payment moved to a state; each state is counted once',
  body: CapturePaymentBody,
  response: ConversionAnswer,
});
export const removeCapturedPayment = clientCall('remove-captured-payment', {
  summary: 'Takes back a payment, or all payments of a user',
  body: RemovePaymentBody,
  response: Accepted,
});
export const attributionData = clientCall('attribution-data', {
  summary: 'The attribution of this install',
  body: AttributionDataBody,
  response: AttributionData,
});
/** A code that was issued to the person who uses the install, and can be redeemed. */
export const ClientCoupon = z.object({
  code: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  issued_at: z.string(),
  valid_to: z.string().nullable(),
  /** The link of the pool, or the default one of the campaign, with the code in it. */
  link: z.string().nullable(),
});
export type ClientCoupon = z.infer<typeof ClientCoupon>;
export const issuedCoupons = clientCall('issued-coupons', {
  summary: 'The coupon codes that were issued to the person who uses this install, the newest first',
  body: IssuedCouponsBody,
  response: z.object({ coupons: z.array(ClientCoupon) }),
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
export const sessionStart = clientCall('session-start', {
  summary: 'A visit of a site or a session of an app begins',
  body: SessionStartBody,
  response: Accepted,
});
export const pageView = clientCall('page-view', {
  summary: 'A page was shown',
  body: PageViewBody,
  response: Accepted,
});
export const screenView = clientCall('screen-view', {
  summary: 'A screen of an app was shown',
  body: ScreenViewBody,
  response: Accepted,
});
export const handleDeeplink = clientCall('handle-deeplink', {
  summary: 'A link opened the app',
  body: DeeplinkBody,
  response: ConversionAnswer.extend({
    deeplink: z.string().nullable(),
    is_trailmark: z.boolean(),
    /** The same, by the name that published clients read. */
    is_linkrunner: z.boolean(),
    processing: z.boolean(),
    attribution: AttributionData,
  }),
});

export const deeplinkTriggered = clientCall('deeplink-triggered', {
  summary: 'Sent by old clients after a deep link; nothing of it is stored',
  body: DeeplinkTriggeredBody,
  response: Accepted,
});

const batchCalls = Object.keys(BATCH_CALLS) as BatchCall[];
/** A call in a batch, with the body that it has by itself, but for the token. */
export const BatchItem = z.object({
  call: z.enum(batchCalls, { error: 'is not a call' }),
  body: z.record(z.string(), z.unknown(), { error: 'is not an object' }),
});
/** An item that is not as it should be is refused by itself: here it is only described. */
const DocumentedBatchItem = z.unknown().meta({
  type: 'object',
  required: ['call', 'body'],
  properties: { call: { type: 'string', enum: batchCalls }, body: { type: 'object' } },
});
/** What became of an item; `data` is what the call answers by itself. */
export const BatchVerdict = z.union([
  z.object({ ok: z.literal(true), data: z.union([Opened, ConversionAnswer]).optional() }),
  z.object({ ok: z.literal(false), field: z.string(), reason: z.string() }),
]);
export type BatchVerdict = z.infer<typeof BatchVerdict>;

export const batch = clientCall('batch', {
  summary: 'Many calls at once, with a verdict for each; all that are valid are stored together',
  body: z.object({
    /** Of all items that do not say it themselves. */
    sent_at: ClientTime,
    items: z.array(DocumentedBatchItem).min(1, 'is empty').max(MAX_BATCH, `has more than ${MAX_BATCH} items`),
  }),
  response: z.object({ accepted: z.number(), results: z.array(BatchVerdict) }),
});

const server = {
  install_instance_id: OptionalId(64),
  user_id: OptionalId(200),
  platform: PlatformText,
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
    .object({ ...server, event_name: EventName, event_data: EventData, event_id: OptionalId(200) })
    .refine(namesSomebody.when, namesSomebody.say),
  response: Accepted,
});

export const serverCapturePayment = route({
  method: 'POST',
  path: '/v1/capture-payment',
  tag: 'Server to server',
  summary: 'A payment moved to a state; each state is counted once',
  access: privateKey,
  body: z
    .object({ ...server, ...payment, event_data: EventData })
    .refine(namesSomebody.when, namesSomebody.say),
  response: Accepted,
});

export const serverRemovePayment = route({
  method: 'POST',
  path: '/v1/remove-payment',
  tag: 'Server to server',
  summary: 'Takes back a payment, or all payments of a user',
  access: privateKey,
  body: z
    .object({ ...removal, platform: PlatformText, occurred_at: CaptureTime.nullish() })
    .refine(namesPayment.when, namesPayment.say),
  response: Accepted,
});
