import { z } from 'zod';
import { CouponCode, CouponCodeRow, CouponPoolId } from './coupon-pools.ts';
import { COUPON_TYPES, COUPONS_PATH } from './coupons.ts';
import { Day, Instant, ProjectId, storable, text } from './fields.ts';
import { NetworkAccountId } from './network-accounts.ts';
import { PayloadId } from './payload.ts';
import { CurrencyCode } from './rates.ts';
import { Money } from './report-filter.ts';
import { FileAnswer, inProject, networkSignature, privateKey, route } from './route.ts';

/** Calls of coupon networks and of servers, and the report by which both sides compare their numbers. */

export const COUPON_BODY_LIMIT = 16_384;

const Id = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(max, `is longer than ${max} characters`)
    .refine(storable, { message: 'contains characters that cannot be stored' });
const Hash = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 hash: 64 characters of 0 to 9 and a to f');
/** An exact decimal, as text or as a number. */
const Amount = z
  .union([z.string().trim(), z.number().transform(String)], { error: 'is not an amount' })
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'is not an amount from 0 to 999,999,999,999'));

/** What a network says about a code. */
export const CouponCall = z
  .object({
    event_id: Id(200),
    type: z.enum(COUPON_TYPES, { error: 'is not issued, redeemed or reversed' }),
    coupon_code: CouponCode,
    /** Id, display id or name of the campaign; checked against that of the code where it is given. */
    campaign_ref: Id(200).nullish(),
    /** Our click id, as it was added to the address of the shop. */
    click_id: Id(500).nullish(),
    occurred_at: z.iso.datetime({ offset: true, error: 'is not an ISO 8601 time' }),
    order_id: Id(200).nullish(),
    amount: Amount.nullish(),
    currency: CurrencyCode.nullish(),
    user: z
      .object({
        /** SHA-256 of the number with + and country code. */
        hashed_phone: Hash.nullish(),
        /** SHA-256 of the address in small letters. */
        hashed_email: Hash.nullish(),
        gaid: Id(100).nullish(),
        /** As the app names its people. */
        user_id: Id(256).nullish(),
      })
      .nullish(),
  })
  .refine(({ amount, currency }) => !amount || currency, { path: ['currency'], message: 'is required' });
export type CouponCall = z.output<typeof CouponCall>;

export const receiveCouponCall = route({
  method: 'POST',
  path: '/in/coupons/:network_key',
  tag: 'Coupons and affiliates',
  summary:
    'A network reports that a code was issued, redeemed or reversed; answered with 202 once it is stored',
  access: networkSignature,
  params: z.object({ network_key: z.string() }),
  body: CouponCall,
  bodyLimit: COUPON_BODY_LIMIT,
  response: z.object({
    accepted: z.literal(true),
    /** The event was known already, and is not counted again. */
    repeated: z.boolean(),
  }),
});

const serverTag = 'Server to server';

export const IssuedCoupon = z.object({
  code: z.string(),
  pool_id: z.uuid(),
  valid_to: Instant.nullable(),
  /** The default link of the campaign with the code in it: what the app is opened with. */
  link: z.string().nullable(),
  /** false: the person had it already. */
  is_new: z.boolean(),
});
export type IssuedCoupon = z.infer<typeof IssuedCoupon>;

export const serverIssueCoupon = route({
  method: 'POST',
  path: '/v1/issue-coupon',
  tag: serverTag,
  summary: 'Issue a code to a person, from a pool or by the rule of an event that the person has had',
  access: privateKey,
  body: z
    .object({
      user_id: PayloadId(256),
      pool_id: CouponPoolId.optional(),
      /** The pool whose rule is this event. */
      event_name: text(256).optional(),
      /** A repeat with the same id is answered with the same code. */
      event_id: Id(200).optional(),
    })
    .refine((body) => Boolean(body.pool_id) !== Boolean(body.event_name), {
      path: ['pool_id'],
      message: 'is required without event_name, and only then',
    }),
  response: IssuedCoupon,
});

export const serverGetCoupon = route({
  method: 'GET',
  path: '/v1/coupon',
  tag: serverTag,
  summary: 'The state of a code',
  access: privateKey,
  query: z.object({ code: CouponCode }),
  response: CouponCodeRow,
});

/** What happened with the codes of a pool on a day of the project. */
export const CouponReportRow = z.object({
  date: z.string(),
  ad_network_id: z.uuid(),
  network_name: z.string(),
  pool_id: z.uuid(),
  pool_name: z.string(),
  campaign_name: z.string(),
  issued: z.int(),
  redeemed: z.int(),
  reversed: z.int(),
  /** By currency. They are what the network reports, and no revenue. */
  redeemed_amounts: z.array(Money),
  /** Below zero. */
  reversed_amounts: z.array(Money),
  /** What was redeemed less what was reversed. */
  net_amounts: z.array(Money),
});
export type CouponReportRow = z.infer<typeof CouponReportRow>;

/** Requests to a network on a day by UTC. */
export const PostbackDay = z.object({
  date: z.string(),
  ad_network_id: z.uuid(),
  network_name: z.string(),
  delivered: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type PostbackDay = z.infer<typeof PostbackDay>;

const ReportQuery = z
  .object({ project_id: ProjectId, from: Day, to: Day, ad_network_id: NetworkAccountId.optional() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'is before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 400 * 86_400_000, {
    path: ['to'],
    message: 'is more than 400 days after from',
  });

export const getCouponReport = route({
  method: 'GET',
  path: `${COUPONS_PATH}/report`,
  tag: 'Coupons and affiliates',
  summary: 'Codes issued, redeemed and reversed by day and pool, and postbacks by day and network',
  access: inProject('connections.see'),
  query: ReportQuery,
  response: z.object({ rows: z.array(CouponReportRow), postbacks: z.array(PostbackDay) }),
});

export const downloadCouponReport = route({
  method: 'GET',
  path: `${COUPONS_PATH}/report/csv`,
  tag: 'Coupons and affiliates',
  summary: 'The same as CSV, a line for each day, pool and currency',
  access: inProject('connections.see'),
  answers: 'file',
  query: ReportQuery,
  response: FileAnswer,
});
