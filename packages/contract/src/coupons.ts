import { z } from 'zod';
import { Instant, ProjectId, text } from './fields.ts';
import { NetworkAccountId } from './network-accounts.ts';
import { inProject, route } from './route.ts';

/** Coupon and affiliate networks: made by hand, with a key and a secret, since none of them has a login. */

const tag = 'Coupons and affiliates';
export const COUPONS_PATH = '/project/integration/jio_coupons' as const;

/** Of one project. */
export const MAX_COUPON_NETWORKS = 50;

/** Fields of a redemption that a network may name otherwise. */
export const COUPON_FIELDS = [
  ...(['event_id', 'type', 'coupon_code', 'campaign_ref', 'click_id', 'occurred_at', 'order_id'] as const),
  ...(['amount', 'currency', 'user.hashed_phone', 'user.hashed_email', 'user.gaid', 'user.user_id'] as const),
] as const;
export const COUPON_TYPES = ['issued', 'redeemed', 'reversed'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

const PathInBody = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){0,4}$/, 'is not the path of a field, such as data.code');

/** How a network writes its calls where that is not as documented: our field → theirs, their type → ours. */
export const ProviderProfile = z.strictObject({
  fields: z.partialRecord(z.enum(COUPON_FIELDS), PathInBody).default({}),
  types: z
    .record(text(50), z.enum(COUPON_TYPES, { error: 'is not issued, redeemed or reversed' }))
    .refine((types) => Object.keys(types).length <= 20, { message: 'has more than 20 entries' })
    .default({}),
});
export type ProviderProfile = z.infer<typeof ProviderProfile>;

/** How events are sent to a network, without the values of its headers. */
export const PostbackTemplate = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  /** Of a POST. */
  body: z.string(),
  content_type: z.enum(['application/json', 'application/x-www-form-urlencoded']),
  header_names: z.array(z.string()),
  /** Whether requests carry a signature made with the secret of the network. */
  signed: z.boolean(),
  /** A text that an answer has when the network took it; null: any status from 200 to 299 is enough. */
  success_text: z.string().nullable(),
});
export type PostbackTemplate = z.infer<typeof PostbackTemplate>;

/** A coupon or affiliate network, without its secret. */
export const CouponNetwork = z.object({
  ad_network_id: z.uuid(),
  name: z.string(),
  network_key: z.string(),
  /** Where the network posts redemptions. */
  endpoint: z.string(),
  /** null: it writes them as documented. */
  provider_profile: ProviderProfile.nullable(),
  /** The first characters. */
  secret_hint: z.string(),
  /** While a replaced secret is accepted as well. */
  old_secret_until: Instant.nullable(),
  /** null: nothing is sent to it. */
  postback: PostbackTemplate.nullable(),
  created_at: Instant,
});
export type CouponNetwork = z.infer<typeof CouponNetwork>;

const Networks = z.object({ networks: z.array(CouponNetwork) });
const NetworkWithSecret = z.object({
  network: CouponNetwork,
  /** Shown once. */
  secret: z.string(),
});
const NetworkParams = z.object({ ad_network_id: NetworkAccountId });
const InQuery = z.object({ project_id: ProjectId });

export const listCouponNetworks = route({
  method: 'GET',
  path: `${COUPONS_PATH}/networks`,
  tag,
  summary: 'Coupon and affiliate networks, without their secrets',
  access: inProject('connections.see'),
  query: InQuery,
  response: Networks,
});

export const createCouponNetwork = route({
  method: 'POST',
  path: `${COUPONS_PATH}/network`,
  tag,
  summary: 'Add a coupon or affiliate network; its secret is shown once',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    name: text(100),
    provider_profile: ProviderProfile.nullable().default(null),
  }),
  response: NetworkWithSecret,
});

export const updateCouponNetwork = route({
  method: 'PUT',
  path: `${COUPONS_PATH}/network/:ad_network_id`,
  tag,
  summary: 'Change the name and the profile of a network; what is left out stays',
  access: inProject('connections.edit'),
  params: NetworkParams,
  query: InQuery,
  body: z.object({ name: text(100).optional(), provider_profile: ProviderProfile.nullish() }),
  response: CouponNetwork,
});

export const replaceCouponSecret = route({
  method: 'POST',
  path: `${COUPONS_PATH}/network/:ad_network_id/secret`,
  tag,
  summary: 'Create a new secret for a network; the old one is accepted for the given number of hours',
  access: inProject('connections.edit'),
  params: NetworkParams,
  query: InQuery,
  body: z.object({ keep_old_hours: z.int().min(0, 'is below 0').max(72, 'is above 72').default(24) }),
  response: NetworkWithSecret,
});

export const deleteCouponNetwork = route({
  method: 'DELETE',
  path: `${COUPONS_PATH}/network/:ad_network_id`,
  tag,
  summary: 'Remove a network: its key and secret end at once, its pools are closed, its redemptions stay',
  access: inProject('connections.edit'),
  params: NetworkParams,
  query: InQuery,
  response: Networks,
});

const HeaderName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'is not the name of a header')
  .refine(
    (name) => !/^(host|content-length|content-type|connection|transfer-encoding|webhook-.*)$/.test(name),
    {
      message: 'is a header that cannot be set',
    },
  );
const HeaderValue = z
  .string()
  .max(2000, 'is longer than 2000 characters')
  .regex(/^[\x20-\x7e]*$/, 'contains other characters than letters, digits and signs');

const TemplateShape = {
  method: PostbackTemplate.shape.method,
  url: text(4000),
  body: z.string().max(10_000, 'is longer than 10,000 characters').default(''),
  content_type: PostbackTemplate.shape.content_type.default('application/json'),
};

export const updateCouponPostback = route({
  method: 'PUT',
  path: `${COUPONS_PATH}/network/:ad_network_id/postback`,
  tag,
  summary: 'Set how events are sent to a network; null sends nothing any more',
  access: inProject('connections.edit'),
  params: NetworkParams,
  query: InQuery,
  body: z.object({
    postback: z
      .object({
        ...TemplateShape,
        /** A header with null keeps the value that it has. */
        headers: z
          .record(HeaderName, HeaderValue.nullable())
          .refine((headers) => Object.keys(headers).length <= 10, { message: 'has more than 10 entries' })
          .default({}),
        signed: z.boolean().default(true),
        success_text: text(200).nullable().default(null),
      })
      .nullable(),
  }),
  response: CouponNetwork,
});

/** What can be put into a template, in braces. */
export const PostbackMacro = z.object({ name: z.string(), meaning: z.string() });

export const previewCouponPostback = route({
  method: 'POST',
  path: `${COUPONS_PATH}/postback/preview`,
  tag,
  summary: 'A template with the values of an example, its unknown macros, and all macros there are',
  access: inProject('connections.see'),
  query: InQuery,
  body: z.object({ ...TemplateShape, url: z.string().max(4000, 'is longer than 4000 characters') }),
  response: z.object({
    url: z.string(),
    body: z.string(),
    /** What keeps it from being saved, in words. */
    problems: z.array(z.string()),
    macros: z.array(PostbackMacro),
  }),
});
