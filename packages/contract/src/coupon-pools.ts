import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { COUPON_TYPES, COUPONS_PATH } from './coupons.ts';
import { Cursor, Instant, ProjectId, page, storable, text } from './fields.ts';
import { LinkId } from './links.ts';
import { NetworkAccountId } from './network-accounts.ts';
import { CSV_BODY_LIMIT, CsvProblem, CsvText } from './rates.ts';
import { inProject, route } from './route.ts';

const tag = 'Coupons and affiliates';

/** Of one project. */
export const MAX_POOLS = 500;
/** Of one pool. */
export const MAX_CODES = 1_000_000;
/** Made at once. */
export const MAX_GENERATED = 50_000;

export const CouponPoolId = z.uuid('is not a pool id').toLowerCase();

/** A code in its one spelling: capital letters, without spaces around it. */
export const CouponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{4,32}$/, 'is not a code: 4 to 32 letters, digits, - and _');

/** Codes of one campaign, with what holds for all of them. */
export const CouponPool = z.object({
  pool_id: z.uuid(),
  ad_network_id: z.uuid(),
  campaign_id: z.uuid(),
  campaign_name: z.string(),
  name: z.string(),
  /** How many codes it may have. */
  max_codes: z.int(),
  /** How often a new code can be redeemed. */
  uses_per_code: z.int(),
  /** A person who asks again gets the code that they have. */
  one_per_person: z.boolean(),
  valid_from: Instant.nullable(),
  valid_to: Instant.nullable(),
  /** How long before, or after, an install a redemption is credited with it. */
  window_hours: z.int(),
  /** Who has this event is given a code, once; null: codes are issued when a server asks. */
  after_event: z.string().nullable(),
  /** The link of the campaign that codes are handed out with; null: its default link. */
  link_id: z.uuid().nullable(),
  /** `closed`: no code is issued any more; what was issued can be redeemed. */
  state: z.enum(['active', 'closed']),
  codes: z.int(),
  /** Codes that nobody has yet. */
  free: z.int(),
  issued: z.int(),
  redeemed: z.int(),
  /** People who had the event while the pool had no free code. They get one when codes are added. */
  waiting: z.int(),
  created_at: Instant,
});
export type CouponPool = z.infer<typeof CouponPool>;

const PoolShape = {
  name: text(100),
  max_codes: z.int().min(1, 'is below 1').max(MAX_CODES, `is above ${MAX_CODES}`),
  uses_per_code: z.int().min(1, 'is below 1').max(1_000_000, 'is above 1,000,000'),
  one_per_person: z.boolean(),
  valid_from: Instant.nullable(),
  valid_to: Instant.nullable(),
  window_hours: z.int().min(1, 'is below 1').max(2160, 'is above 2160, which is 90 days'),
  after_event: text(256).nullable(),
  link_id: LinkId.nullable(),
  state: CouponPool.shape.state,
};

const PoolParams = z.object({ pool_id: CouponPoolId });
const InQuery = z.object({ project_id: ProjectId });

export const listCouponPools = route({
  method: 'GET',
  path: `${COUPONS_PATH}/pools`,
  tag,
  summary: 'Pools of codes, with how many are issued and redeemed',
  access: inProject('connections.see'),
  query: InQuery.extend({ ad_network_id: NetworkAccountId.optional() }),
  response: z.object({ pools: z.array(CouponPool) }),
});

export const createCouponPool = route({
  method: 'POST',
  path: `${COUPONS_PATH}/pool`,
  tag,
  summary: 'Add a pool of codes to a campaign',
  access: inProject('campaigns.edit'),
  body: z.object({
    project_id: ProjectId,
    ad_network_id: NetworkAccountId,
    campaign_id: CampaignId,
    ...PoolShape,
    max_codes: PoolShape.max_codes.default(100_000),
    uses_per_code: PoolShape.uses_per_code.default(1),
    one_per_person: z.boolean().default(true),
    valid_from: PoolShape.valid_from.default(null),
    valid_to: PoolShape.valid_to.default(null),
    window_hours: PoolShape.window_hours.default(720),
    after_event: PoolShape.after_event.default(null),
    link_id: PoolShape.link_id.default(null),
    state: PoolShape.state.default('active'),
  }),
  response: CouponPool,
});

export const updateCouponPool = route({
  method: 'PUT',
  path: `${COUPONS_PATH}/pool/:pool_id`,
  tag,
  summary: 'Change a pool; what is left out stays. Codes keep the number of uses that they were made with',
  access: inProject('campaigns.edit'),
  params: PoolParams,
  query: InQuery,
  body: z.object(PoolShape).partial(),
  response: CouponPool,
});

export const deleteCouponPool = route({
  method: 'DELETE',
  path: `${COUPONS_PATH}/pool/:pool_id`,
  tag,
  summary:
    'Delete a pool with the codes that nobody has. Issued ones can still be redeemed, and what was redeemed keeps its credit',
  access: inProject('campaigns.edit'),
  params: PoolParams,
  query: InQuery,
  response: z.object({ deleted: z.literal(true) }),
});

const Imported = z.object({ imported: z.int(), problems: z.array(CsvProblem) });

export const importCouponCodes = route({
  method: 'POST',
  path: `${COUPONS_PATH}/pool/:pool_id/codes/import`,
  tag,
  summary:
    'Import codes as CSV: code, and optionally campaign_ref (id, display id or name), valid_from, valid_to and max_uses. All of it or nothing',
  access: inProject('campaigns.edit'),
  params: PoolParams,
  query: InQuery,
  body: z.object({
    csv: CsvText,
    /** Only look: say what would be taken and what is wrong. */
    dry_run: z.boolean().default(false),
  }),
  bodyLimit: CSV_BODY_LIMIT,
  response: Imported,
});

export const generateCouponCodes = route({
  method: 'POST',
  path: `${COUPONS_PATH}/pool/:pool_id/codes/generate`,
  tag,
  summary: 'Generate codes by a pattern: every # becomes a random letter or digit',
  access: inProject('campaigns.edit'),
  params: PoolParams,
  query: InQuery,
  body: z.object({
    count: z.int().min(1, 'is below 1').max(MAX_GENERATED, `is above ${MAX_GENERATED}`),
    pattern: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_#-]{4,32}$/, 'is not a pattern: 4 to 32 letters, digits, -, _ and #'),
  }),
  response: z.object({ generated: z.int(), examples: z.array(z.string()) }),
});

export const COUPON_STATES = ['free', 'issued', 'used_up', 'expired', 'withdrawn'] as const;

export const CouponCodeRow = z.object({
  code: z.string(),
  pool_id: z.uuid(),
  state: z.enum(COUPON_STATES),
  max_uses: z.int(),
  /** Redemptions that were not reversed. */
  uses: z.int(),
  issues: z.int(),
  valid_from: Instant.nullable(),
  valid_to: Instant.nullable(),
  created_at: Instant,
});
export type CouponCodeRow = z.infer<typeof CouponCodeRow>;

export const listCouponCodes = route({
  method: 'GET',
  path: `${COUPONS_PATH}/codes`,
  tag,
  summary: 'Codes of a pool, by their spelling',
  access: inProject('connections.see'),
  query: InQuery.extend({
    pool_id: CouponPoolId,
    state: z.enum(COUPON_STATES).optional(),
    /** The beginning of a code. */
    search: z
      .string()
      .trim()
      .toUpperCase()
      .max(32, 'is longer than 32 characters')
      .refine(storable, { message: 'contains characters that cannot be stored' })
      .optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: page(CouponCodeRow),
});

/** Something that happened with a code. */
export const CouponEvent = z.object({
  event_id: z.string(),
  type: z.enum(COUPON_TYPES),
  occurred_at: Instant,
  order_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  user_id: z.string().nullable(),
});

export const getCouponCode = route({
  method: 'GET',
  path: `${COUPONS_PATH}/code`,
  tag,
  summary: 'The state of a code, and what last happened with it',
  access: inProject('connections.see'),
  query: InQuery.extend({ code: CouponCode }),
  response: z.object({ code: CouponCodeRow, events: z.array(CouponEvent) }),
});

export const withdrawCouponCodes = route({
  method: 'POST',
  path: `${COUPONS_PATH}/codes/withdraw`,
  tag,
  summary: 'Withdraw codes: they can no longer be issued or redeemed',
  access: inProject('campaigns.edit'),
  query: InQuery,
  body: z.object({
    codes: z.array(CouponCode).min(1, 'is empty').max(1000, 'has more than 1000 entries'),
  }),
  response: z.object({ withdrawn: z.int() }),
});
