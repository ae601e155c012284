import { z } from 'zod';
import { DisplayId, NETWORKS } from './campaigns.ts';
import { optionalText } from './fields.ts';
import {
  Amount,
  CaptureTime,
  CLIENT_PAYMENT_STATUSES,
  ClientPlatform,
  EventData,
  EventName,
  OptionalId,
  PAYMENT_TYPES,
  PayloadId,
  PaymentCurrency,
} from './payload.ts';
import { privateKey, route } from './route.ts';

/** History that another provider measured, with its original times. */

export const MAX_IMPORT_ROWS = 5000;
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

const Slug = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'is not a slug')
  .nullish();
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, 'is not a code of two letters')
  .nullish();
const short = (max: number) => optionalText(max).optional();

/** The link that was touched: by its slug, or the default link of a campaign. */
const link = { slug: Slug, display_id: DisplayId.nullish() };
const namesLink = {
  when: (row: { slug?: string | null | undefined; display_id?: string | null | undefined }) =>
    Boolean(row.slug) !== Boolean(row.display_id),
  say: { path: ['slug'], message: 'is required without display_id, and only then' },
};

const touch = {
  /** Distinguishes a repeat from another touch; without it, equal rows are one. */
  id: OptionalId(200),
  ...link,
  ip: z.union([z.ipv4(), z.ipv6()], { error: 'is not an address' }).nullish(),
  country: Country,
  platform: ClientPlatform,
  advertising_id: short(100),
  user_agent: short(1000),
};

export const PastClick = z
  .object({ ...touch, clicked_at: CaptureTime })
  .refine(namesLink.when, namesLink.say);
export const PastView = z.object({ ...touch, viewed_at: CaptureTime }).refine(namesLink.when, namesLink.say);

export const PAST_MATCH_TYPES = [
  'click_id',
  'deep_link',
  'device_id',
  'meta_referrer',
  'adservices',
  'google_ads',
  'coupon',
  'probabilistic',
  'view',
  'organic',
] as const;

/** An install and its attribution: a link, a campaign, a network, or organic. */
export const PastInstall = z
  .object({
    install_instance_id: PayloadId(64),
    installed_at: CaptureTime,
    platform: ClientPlatform,
    country: Country,
    ...link,
    network: z.enum(NETWORKS, { error: 'is not a known network' }).exclude(['NONE']).nullish(),
    kind: z.enum(['install', 'reinstall'], { error: 'is neither install nor reinstall' }).default('install'),
    match_type: z.enum(PAST_MATCH_TYPES, { error: 'is not a match type' }).nullish(),
    touched_at: CaptureTime.nullish(),
    user_id: OptionalId(200),
    advertising_id: short(100),
    vendor_id: short(100),
    os_version: short(50),
    model: short(100),
    language: short(35),
    app_version: short(50),
  })
  .refine(({ slug, display_id, network }) => [slug, display_id, network].filter(Boolean).length <= 1, {
    path: ['network'],
    message: 'is one of slug, display_id and network too many',
  })
  .refine(
    ({ slug, display_id, network, match_type }) =>
      !match_type || Boolean(slug || display_id || network) === (match_type !== 'organic'),
    { path: ['match_type'], message: 'does not fit the attribution' },
  )
  .refine(({ touched_at, installed_at }) => !touched_at || new Date(touched_at) <= new Date(installed_at), {
    path: ['touched_at'],
    message: 'is after installed_at',
  });

const who = { install_instance_id: OptionalId(64), user_id: OptionalId(200) };
const namesSomebody = {
  when: (row: { install_instance_id: string | null; user_id: string | null }) =>
    Boolean(row.install_instance_id || row.user_id),
  say: { path: ['user_id'], message: 'is required without install_instance_id' },
};

export const PastEvent = z
  .object({
    ...who,
    event_name: EventName,
    event_id: OptionalId(200),
    occurred_at: CaptureTime,
    event_data: EventData,
  })
  .refine(namesSomebody.when, namesSomebody.say);

export const PastPayment = z
  .object({
    ...who,
    payment_id: PayloadId(200),
    amount: Amount,
    currency: PaymentCurrency,
    type: z.enum(PAYMENT_TYPES, { error: 'is not a payment type' }).default('DEFAULT'),
    status: z
      .enum(CLIENT_PAYMENT_STATUSES, { error: 'is not a payment status' })
      .default('PAYMENT_COMPLETED'),
    occurred_at: CaptureTime,
    event_data: EventData,
  })
  .refine(namesSomebody.when, namesSomebody.say);

export const PastSignup = z.object({
  install_instance_id: PayloadId(64),
  user_id: PayloadId(200),
  occurred_at: CaptureTime,
  name: short(200),
  email: short(254),
  phone: short(100),
});

export const HISTORY_LISTS = ['clicks', 'impressions', 'installs', 'signups', 'events', 'payments'] as const;
export type HistoryList = (typeof HISTORY_LISTS)[number];

const list = <Row extends z.ZodType>(row: Row) => z.array(row, { error: 'is not a list' }).default([]);

export const History = z.object({
  clicks: list(PastClick),
  impressions: list(PastView),
  installs: list(PastInstall),
  signups: list(PastSignup),
  events: list(PastEvent),
  payments: list(PastPayment),
});
export type History = z.output<typeof History>;

const counts = Object.fromEntries(HISTORY_LISTS.map((name) => [name, z.number()]));

export const importHistory = route({
  method: 'POST',
  path: '/project/import',
  tag: 'Server to server',
  summary: `Takes history with its own times, at most ${MAX_IMPORT_ROWS} rows at once; a repeat counts nothing twice`,
  access: privateKey,
  body: History,
  response: z.object({ accepted: z.object(counts as Record<HistoryList, z.ZodNumber>) }),
});
