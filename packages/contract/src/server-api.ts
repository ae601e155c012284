import { z } from 'zod';
import { DisplayId, Network } from './campaigns.ts';
import { Cursor, Instant, page, text } from './fields.ts';
import { AppTarget, WebTarget } from './link-target.ts';
import { CaptureTime, PayloadId } from './payload.ts';
import { privateKey, route } from './route.ts';
import { StoreListingId, StorePlatform } from './store-listings.ts';

/** The calls of servers, with a private key of their project. */

export const MAX_PAGE = 1000;
const DEFAULT_PAGE = 100;

const limit = z.coerce
  .number('is not a number')
  .int('is not a whole number')
  .min(1, 'is at least 1')
  .max(MAX_PAGE, `is at most ${MAX_PAGE}`)
  .default(DEFAULT_PAGE);

const tag = 'Server to server';

/** One install and its attribution. */
export const AttributedUser = z.object({
  install_instance_id: z.string(),
  user_id: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  platform: z.string(),
  country: z.string().nullable(),
  advertising_id: z.string().nullable(),
  kind: z.enum(['install', 'reinstall']),
  match_type: z.string(),
  ad_network: z.string().nullable(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  /** `clean`, or the plausibility verdict. */
  verdict: z.string(),
  installed_at: Instant,
  store_click_at: Instant.nullable(),
  /** Since when this campaign is credited: the install, or a later re-attribution. */
  attributed_at: Instant,
});
export type AttributedUser = z.infer<typeof AttributedUser>;

export const listAttributedUsers = route({
  method: 'GET',
  path: '/v1/attributed-users',
  tag,
  summary:
    'Installs that a campaign is credited with, newest first; from start_timestamp to before end_timestamp',
  access: privateKey,
  query: z
    .object({
      display_id: DisplayId,
      start_timestamp: CaptureTime.optional(),
      end_timestamp: CaptureTime.optional(),
      /** From 1 on. For more than some thousand rows `cursor` is the better way. */
      page: z.coerce
        .number('is not a number')
        .int('is not a whole number')
        .min(1, 'is at least 1')
        .max(1_000_000, 'is at most 1,000,000')
        .optional(),
      cursor: Cursor.optional(),
      limit,
    })
    .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
      path: ['page'],
      message: 'is not for a request with a cursor',
    })
    .refine(
      ({ start_timestamp: start, end_timestamp: end }) => !start || !end || new Date(start) <= new Date(end),
      { path: ['end_timestamp'], message: 'is before start_timestamp' },
    ),
  response: page(AttributedUser),
});

/** The attribution of a user or device. */
export const AttributionResult = z.object({
  install_instance_id: z.string(),
  user_id: z.string().nullable(),
  attribution_type: z.enum(['ORGANIC', 'INORGANIC']),
  match_type: z.string(),
  ad_network: z.string().nullable(),
  /** The campaign's display id. */
  campaign_id: z.string().nullable(),
  campaign_name: z.string().nullable(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  keyword: z.string().nullable(),
  deeplink: z.string().nullable(),
  installed_at: Instant,
  store_click_at: Instant.nullable(),
});
export type AttributionResult = z.infer<typeof AttributionResult>;

export const getAttributionResult = route({
  method: 'GET',
  path: '/v1/get-attribution-result',
  tag,
  summary: 'The attribution of the latest install of a device or a user; null when there is none',
  access: privateKey,
  query: z
    .object({
      /** An advertising id, a vendor id or an install_instance_id. */
      device_identifier: PayloadId(200).optional(),
      user_id: PayloadId(200).optional(),
    })
    .refine(({ device_identifier: device, user_id: user }) => Boolean(device) !== Boolean(user), {
      path: ['user_id'],
      message: 'is required without device_identifier, and only then',
    }),
  response: AttributionResult.nullable(),
});

export const ServerCampaign = z.object({
  id: z.uuid(),
  display_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  archived: z.boolean(),
  network: Network,
  network_name: z.string().nullable(),
  link: z.string(),
  /** The host of `link` when it is one of the project's own. */
  domain: z.string().nullable(),
  /** The same link on each of the project's own hosts. */
  domain_links: z.array(z.string()),
  deeplink: z.string().nullable(),
  /** Where people with a desktop are led. */
  website: z.string().nullable(),
  android_web_redirect: z.string().nullable(),
  ios_web_redirect: z.string().nullable(),
  store_listings: z.array(
    z.object({ id: StoreListingId, platform: StorePlatform, name: z.string(), url: z.string() }),
  ),
  /** Its attributed installs and reinstalls. */
  attributed_users: z.number(),
  created_at: Instant,
  updated_at: Instant,
});
export type ServerCampaign = z.infer<typeof ServerCampaign>;

export const ServerCampaignForm = z.object({
  name: text(120),
  /** Opens the app where it is installed, and is handed to it at its first open where it is not. */
  deeplink: AppTarget.optional(),
  link_for_desktop_users: WebTarget.optional(),
  android_web_redirect: WebTarget.optional(),
  ios_web_redirect: WebTarget.optional(),
  custom_display_id: z
    .union([z.literal(''), DisplayId])
    .nullish()
    .transform((id) => id || undefined),
  /** false: on the project's own host the link names the campaign, as in `/?c=<display id>`. */
  is_shortlink: z.boolean('is neither true nor false').default(true),
  /** One of the project's own hosts, on which the answered link then is. */
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, 'is not a host')
    .nullish()
    .transform((host) => host || null),
  /** One for each platform. */
  store_listing_ids: z.array(StoreListingId).max(2, 'has more than one for a platform').default([]),
});
export type ServerCampaignForm = z.output<typeof ServerCampaignForm>;

export const serverCreateCampaign = route({
  method: 'POST',
  path: '/v1/create-campaign',
  tag,
  summary: 'Create a campaign with its default link',
  access: privateKey,
  body: ServerCampaignForm,
  response: ServerCampaign,
});

export const SERVER_CAMPAIGN_FILTERS = ['ACTIVE', 'INACTIVE', 'ALL'] as const;

export const serverListCampaigns = route({
  method: 'GET',
  path: '/v1/campaigns',
  tag,
  summary: 'Campaigns, newest first; ACTIVE and INACTIVE leave out archived ones',
  access: privateKey,
  query: z.object({
    filter: z.enum(SERVER_CAMPAIGN_FILTERS, { error: 'is not a known filter' }).default('ALL'),
    channel: Network.optional(),
    cursor: z.uuid('is not a cursor').optional(),
    limit,
  }),
  response: page(ServerCampaign),
});
export type ServerCampaignQuery = z.output<typeof serverListCampaigns.query>;
