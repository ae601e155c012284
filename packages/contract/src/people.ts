import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { ConsentAnswer } from './consent.ts';
import { Cursor, Instant, ProjectId, storable } from './fields.ts';
import { Money, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';
import { TRAFFIC_SOURCES } from './visits.ts';
import { AttributionWindows } from './windows.ts';

/** An install with who uses it; the people of a project are listed by their installs. */
export const PersonRow = z.object({
  install_id: z.string(),
  user_id: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  kind: z.string().nullable(),
  installed_at: Instant.nullable(),
  last_active_on: z.iso.date().nullable(),
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  network: z.string(),
  match_type: z.string().nullable(),
  verdict: z.string(),
  country: z.string(),
  platform: z.string(),
  model: z.string().nullable(),
  revenue: z.array(Money),
});
export type PersonRow = z.infer<typeof PersonRow>;

const tag = 'People';
const id = (what: string) =>
  z
    .string()
    .min(1, 'is required')
    .max(256, `is not ${what}`)
    .refine(storable, { message: `is not ${what}` });

/** What a search looks among. */
export const FOUND_BY = [
  'install_id',
  'user_id',
  'advertising_id',
  'vendor_id',
  'phone',
  'click_id',
  'payment_id',
  'coupon_code',
  'email',
  'name',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

const PeopleFilter = {
  ...ReportFilter,
  search: z
    .string()
    .trim()
    .max(256, 'is too long')
    .refine(storable, { message: 'cannot be searched' })
    .optional(),
  /** Only installs with a plausibility finding. */
  suspicious: z.stringbool().optional(),
};

/** One of a list, with what it was found by; empty without a search. */
export const ListedPerson = z.object({ ...PersonRow.shape, found_by: z.array(z.enum(FOUND_BY)) });
export type ListedPerson = z.infer<typeof ListedPerson>;

export const listPeople = route({
  method: 'GET',
  path: '/project/users',
  tag,
  summary:
    'Installs and who uses them, newest first; search by any id, phone number or coupon code, or by how an e-mail address or a name begins',
  access: inProject('reports.see'),
  query: withRange({
    ...PeopleFilter,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ items: z.array(ListedPerson), next_cursor: z.string().nullable() }),
});

export const countPeople = route({
  method: 'GET',
  path: '/project/users/count',
  tag,
  summary: 'How many installs a list of people has, and how many people use them',
  access: inProject('reports.see'),
  query: withRange(PeopleFilter),
  response: z.object({
    /** null: there are too many rows to count in time. */
    installs: z.number().nullable(),
    /** Users, and installs without one; null for guests, who see only some users, and where it is not known. */
    people: z.number().nullable(),
    /** There are more than these installs. */
    is_more: z.boolean(),
  }),
});

/** A touch that was considered. A campaign that the reader may not see is "another campaign", without a name. */
export const WeighedTouch = z.object({
  touch_id: z.string(),
  kind: z.enum(['click', 'view', 'coupon', 'claim']),
  at: Instant,
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  is_hidden: z.boolean(),
  network: z.string().nullable(),
  link_name: z.string().nullable(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  match_type: z.string().nullable(),
  age_seconds: z.number(),
  window_seconds: z.number().nullable(),
  similarity: z.number().nullable(),
  outcome: z.enum(['won', 'rejected', 'outside_window', 'weaker_class', 'older_touch']),
  /** For a marketer: why it won or lost. */
  sentence: z.string(),
  /** For an engineer: which rule. */
  because: z.string(),
  suspicions: z.array(z.object({ reason: z.string(), level: z.string() })),
  /** The values that were compared. */
  raw: z.record(z.string(), z.json()),
});
export type WeighedTouch = z.infer<typeof WeighedTouch>;

export const DecisionView = z.object({
  revision: z.number(),
  kind: z.enum(['install', 'reinstall', 'reengagement', 'reattribution']),
  made_by: z.enum(['first_open', 'deep_link', 'claim', 'import']),
  in_force_from: Instant,
  decided_at: Instant,
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  is_hidden: z.boolean(),
  network: z.string(),
  match_type: z.string(),
  touched_at: Instant.nullable(),
  rule_version: z.number(),
  windows: AttributionWindows,
  verdict: z.string(),
  reasons: z.array(z.string()),
  /** One sentence: who is credited, and why. */
  sentence: z.string(),
  touches: z.array(WeighedTouch),
  /** What the person had agreed to when it was decided; null: nothing was known, or the receipt is older. */
  consent: z.array(ConsentAnswer.omit({ given_at: true })).nullable(),
  /** The outcome of the same touches under other windows. */
  what_if: z.array(z.object({ change: z.string(), result: z.string(), same: z.boolean() })),
});
export type DecisionView = z.infer<typeof DecisionView>;

/** What led a visitor to a site, as the browser remembers it. */
export const WebTouch = z.object({
  /** Host and path, and the parameters that say where a visitor comes from. */
  url: z.string().nullable(),
  referrer: z.string().nullable(),
  /** By the clock of the browser. */
  at: Instant.nullable(),
  source: z.object({ type: z.enum(TRAFFIC_SOURCES), name: z.string() }),
});

export const InstallView = z.object({
  ...PersonRow.shape,
  first_seen_at: Instant,
  app_version: z.string().nullable(),
  sdk_version: z.string().nullable(),
  os_version: z.string().nullable(),
  language: z.string().nullable(),
  tracking_authorized: z.boolean().nullable(),
  advertising_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  deep_link: z.string().nullable(),
  /** Of a visitor of a site, the first and the last. */
  first_touch: WebTouch.nullable(),
  last_touch: WebTouch.nullable(),
  /** The answers in force, and the latest 50 changes, the newest first; null: the app has said nothing. */
  consent: z.object({ answers: z.array(ConsentAnswer), changes: z.array(ConsentAnswer) }).nullable(),
  imported: z.boolean(),
  /** The newest first: later claims and returns make new ones, and the old ones stay. */
  decisions: z.array(DecisionView),
});
export type InstallView = z.infer<typeof InstallView>;

export const JourneyStep = z.object({
  id: z.string(),
  at: Instant,
  received_at: Instant.nullable(),
  kind: z.enum([
    ...(['click', 'view', 'open', 'session_start', 'page_view', 'screen_view'] as const),
    ...(['event', 'signup', 'payment', 'refund'] as const),
    /** What the person agreed to or withdrew, from then on. */
    'consent',
  ]),
  name: z.string(),
  install_id: z.string().nullable(),
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  network: z.string().nullable(),
  money: Money.nullable(),
  /** What was sent; of `consent`, the answers by purpose. */
  data: z.json(),
});
export type JourneyStep = z.infer<typeof JourneyStep>;

export const getPerson = route({
  method: 'GET',
  path: '/project/user',
  tag,
  summary: 'One person or install: devices, decisions with their receipts, and what-ifs',
  access: inProject('reports.see'),
  query: z
    .object({
      project_id: ProjectId,
      user_id: id('a user id').optional(),
      install_id: id('an install id').optional(),
    })
    .refine((query) => (query.user_id === undefined) !== (query.install_id === undefined), {
      path: ['user_id'],
      message: 'is needed, unless install_id is given',
    }),
  response: z.object({
    user_id: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    signed_up_at: Instant.nullable(),
    installs: z.array(InstallView),
  }),
});

export const listJourney = route({
  method: 'GET',
  path: '/project/user/journey',
  tag,
  summary:
    'What an install saw and did, newest first: the touches that were credited, opens, events, payments',
  access: inProject('reports.see'),
  query: z.object({
    project_id: ProjectId,
    install_id: id('an install id'),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ items: z.array(JourneyStep), next_cursor: z.string().nullable() }),
});

export const recomputeDecision = route({
  method: 'POST',
  path: '/project/user/recompute',
  tag,
  summary: 'Decide again from the stored receipt, under its own rules: is the answer the same?',
  access: inProject('reports.see'),
  body: z.object({ project_id: ProjectId, install_id: id('an install id'), revision: z.int().min(1) }),
  response: z.object({ same: z.boolean(), difference: z.string().nullable() }),
});
