import { z } from 'zod';
import { DeviceData } from './device-data.ts';
import {
  Amount,
  ClientTime,
  EventData,
  EventName,
  OpenedUrl,
  OptionalId,
  PayloadId,
  PaymentCurrency,
  PaymentStatus,
  PaymentType,
  PlatformText,
  ViewedName,
} from './payload.ts';

/** The wire format of the SDKs. Clients retry with the same body, so every call may come twice. */

/** Sent by published clients and not used here. */
const Anything = z.unknown().optional();

/** A device's own clock is never trusted; it may only say how long ago the app was installed. */
const SinceInstall = z.number('is not a number of seconds').nullish();

const device = { platform: PlatformText, device_data: DeviceData };
const answer = (description: string) => z.unknown().optional().meta({ description });
/** What a person has agreed to. An answer that is none is ignored; what is not named stays. */
const consentFields = {
  ad_user_data: answer('granted, denied or unknown; also true, false, "1" and "0"'),
  ad_personalization: answer('The same.'),
  ad_storage: answer('The same.'),
  analytics_storage: answer('The same.'),
  is_eea: answer('Whether they are where consent is required: true, false, "1", "0"'),
  att_status: answer('What they answered to iOS: 0 to 3, or authorized, denied, restricted, not_determined'),
  gpc: answer('Whether their browser sends Global Privacy Control: true, false, "1", "0"'),
};
const ConsentFields = z.looseObject(consentFields).nullish().catch(null);

const stamp = {
  /** Made once for what happened, and the same in every resend. */
  event_id: OptionalId(200),
  /** When it happened, and when this try was sent. */
  occurred_at: ClientTime,
  sent_at: ClientTime,
  consent: ConsentFields,
};
/** Some clients call before they know their install id: then the device or the user identifies the install. */
const install = { install_instance_id: OptionalId(64), ...device, ...stamp };
const queriedInstall = { install_instance_id: PayloadId(64), ...device };
const knownInstall = { ...queriedInstall, ...stamp };

const user = {
  name: Anything,
  phone: Anything,
  email: Anything,
  is_first_time_user: z.boolean().nullish().catch(null),
  user_created_at: Anything,
};
const UserBody = z.looseObject({ id: PayloadId(200), ...user }, { error: 'is required' });
/** Without an id it refers to the current user of the install. */
const UserFieldsBody = z.looseObject({ id: OptionalId(200), ...user }, { error: 'is required' });
const Extra = z.looseObject({ device_data: DeviceData }).nullish().catch(null);

const Touch = z.looseObject({ url: Anything, referrer: Anything, at: Anything }).nullish().catch(null);

export const InitBody = z.object({
  ...knownInstall,
  package_version: Anything,
  app_version: Anything,
  source: Anything,
  debug: Anything,
  /** The link that opened the app; of a visit, the address that it landed on. */
  link: OpenedUrl,
  /** The page before, as a browser names it. */
  referrer: OpenedUrl,
  /** What led the visitor to the site for the first and the last time. */
  first_touch: Touch,
  last_touch: Touch,
});
export const TriggerBody = z.object({
  ...install,
  user_data: UserBody,
  customer_created_at: Anything,
  is_first_time_customer: z.boolean().nullish().catch(null),
  time_since_app_install: SinceInstall,
  data: Extra,
});
export const SetUserDataBody = z.object({ ...install, user_data: UserFieldsBody });
export const CustomerUserIdBody = z.object({ ...install, user_id: PayloadId(200) });
export const CaptureEventBody = z.object({
  ...install,
  event_name: EventName,
  event_data: EventData,
  user_id: OptionalId(200),
  time_since_app_install: SinceInstall,
});
/** A payment, as apps and servers send it. */
export const payment = {
  user_id: OptionalId(200),
  payment_id: OptionalId(200),
  amount: Amount,
  currency: PaymentCurrency,
  type: PaymentType,
  status: PaymentStatus,
};
export const CapturePaymentBody = z.object({
  ...install,
  ...payment,
  time_since_app_install: SinceInstall,
  event_data: EventData,
  data: Extra,
});
export const removal = {
  user_id: OptionalId(200),
  payment_id: OptionalId(200),
};
export const namesPayment = {
  when: ({ user_id, payment_id }: { user_id: string | null; payment_id: string | null }) =>
    Boolean(user_id || payment_id),
  say: { path: ['payment_id'], message: 'is required when user_id is empty' },
};
export const RemovePaymentBody = z
  .object({ ...install, ...removal, data: Extra })
  .refine(namesPayment.when, namesPayment.say);
export const AttributionDataBody = z.object({ ...queriedInstall, debug: Anything });
export const IssuedCouponsBody = z.object(queriedInstall);
export const IntegrationsBody = z.object({
  ...install,
  integration_info: z.record(z.string(), z.unknown(), { error: 'is required' }),
});
export const PushTokenBody = z.object({ ...install, push_token: PayloadId(4096) });
export const ConsentBody = z.object({
  ...install,
  consent: z.looseObject(consentFields, { error: 'is required' }),
});
export const DeeplinkBody = z
  .object({
    ...install,
    deeplink_url: OpenedUrl,
    /** Older names of the same. */
    url: OpenedUrl,
    deeplink: OpenedUrl,
    /** Milliseconds of the device's clock: not when it was, but which opening it was. */
    timestamp: z.number().nullish().catch(null),
    meta_install_referrer: Anything,
  })
  .refine(({ deeplink_url, url, deeplink }) => Boolean(deeplink_url || url || deeplink), {
    path: ['deeplink_url'],
    message: 'is required',
  });
export const DeeplinkTriggeredBody = z.object({ ...install });

/** A visit of a site or a session of an app: it begins after half an hour without activity. */
const visit = { ...knownInstall, session_id: PayloadId(64) };
export const SessionStartBody = z.object({ ...visit, entry_url: OpenedUrl, referrer: OpenedUrl });
export const PageViewBody = z.object({
  ...visit,
  page_url: ViewedName,
  page_title: Anything,
  page_referrer: OpenedUrl,
  event_data: EventData,
});
export const ScreenViewBody = z.object({ ...visit, screen_name: ViewedName, event_data: EventData });

export const BATCH_CALLS = {
  init: InitBody,
  trigger: TriggerBody,
  'set-user-data': SetUserDataBody,
  'customer-user-id': CustomerUserIdBody,
  consent: ConsentBody,
  'capture-event': CaptureEventBody,
  'capture-payment': CapturePaymentBody,
  'remove-captured-payment': RemovePaymentBody,
  integrations: IntegrationsBody,
  'update-push-token': PushTokenBody,
  'session-start': SessionStartBody,
  'page-view': PageViewBody,
  'screen-view': ScreenViewBody,
} as const;
export type BatchCall = keyof typeof BATCH_CALLS;
