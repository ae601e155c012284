import { z } from 'zod';
import { CampaignId, SpendSourceChoice } from './campaigns.ts';
import { Cursor, Day, Instant, ProjectId } from './fields.ts';
import { NetworkKind } from './network-accounts.ts';
import { Money } from './report-filter.ts';
import { inProject, route } from './route.ts';

const tag = 'Spend of ad networks';

/** Networks say how many days they may still change a number: as far back it is asked for again every day. */
export const TRAILING_DAYS = 28;
/** Networks keep days so long at least. */
export const MOST_BACKFILL_DAYS = 730;

const AdAccountId = z
  .string()
  .trim()
  .regex(/^[\w-]{1,64}$/, 'is not an id of an ad account');

/** How an ad account is asked what its ads cost. */
export const NetworkImport = z.object({
  kind: NetworkKind,
  ad_account_id: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** `waiting`: for its next turn. `stopped`: by a person. */
  state: z.enum(['waiting', 'running', 'failed', 'stopped']),
  /** Of what runs or ran last; days before `reached` are there. */
  days: z.object({ from: z.iso.date(), to: z.iso.date(), reached: z.iso.date() }).nullable(),
  /** Rows that were new or had changed. */
  changed_rows: z.number(),
  /** In words: why it failed or waits. */
  reason: z.string().nullable(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** The last time that went well. */
  pulled_at: Instant.nullable(),
  next_at: Instant,
});
export type NetworkImport = z.infer<typeof NetworkImport>;

const Imports = z.object({ imports: z.array(NetworkImport) });

export const listNetworkImports = route({
  method: 'GET',
  path: '/project/network-imports',
  tag,
  summary: 'Spend imports of ad accounts: the last run and the next',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: Imports,
});

export const startNetworkImport = route({
  method: 'POST',
  path: '/project/network-imports',
  tag,
  summary: 'Import the spend of an ad account now, for the last days or for a range of days',
  access: inProject('connections.edit'),
  body: z
    .object({
      project_id: ProjectId,
      kind: NetworkKind,
      ad_account_id: AdAccountId,
      /** Both left out: the days that the network may still change. */
      from: Day.optional(),
      to: Day.optional(),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      message: 'is needed with from',
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'is before from',
    }),
  response: NetworkImport,
});

export const stopNetworkImport = route({
  method: 'DELETE',
  path: '/project/network-imports',
  tag,
  summary: 'Stop a running import; imported days stay',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId, kind: NetworkKind, ad_account_id: AdAccountId }),
  response: NetworkImport,
});

/** A campaign, ad set or ad of a network, and whose of ours it is. */
export const NetworkAd = z.object({
  kind: NetworkKind,
  ad_account_id: z.string(),
  account_name: z.string(),
  level: z.enum(['campaign', 'ad_set', 'ad']),
  network_campaign_id: z.string(),
  /** null above its level. */
  network_ad_set_id: z.string().nullable(),
  network_ad_id: z.string().nullable(),
  name: z.string(),
  /** The names above it, from the campaign down. */
  parents: z.array(z.string()),
  /** null: of none of ours; what a lower level costs then belongs to nobody. */
  campaign: z.object({ campaign_id: z.uuid(), name: z.string() }).nullable(),
  link: z.object({ link_id: z.uuid(), name: z.string() }).nullable(),
  /** By a person, by ids that came with clicks, or because names are the same. */
  matched_by: z.enum(['hand', 'click', 'name']).nullable(),
  /** It is left out on purpose. */
  ignored: z.boolean(),
  /** In the last 30 days. */
  spent: z.array(Money),
  impressions: z.number(),
  clicks: z.number(),
  installs: z.string(),
});
export type NetworkAd = z.infer<typeof NetworkAd>;

export const listNetworkAds = route({
  method: 'GET',
  path: '/project/network-ads',
  tag,
  summary: 'Campaigns of ad networks, or the ad sets and ads of one, and what they are matched with',
  access: inProject('connections.see'),
  query: z.object({
    project_id: ProjectId,
    kind: NetworkKind.optional(),
    state: z.enum(['unmatched', 'matched', 'ignored', 'all']).default('all'),
    /** Given: its ad sets and ads. */
    network_campaign_id: AdAccountId.optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    items: z.array(NetworkAd),
    next_cursor: z.string().nullable(),
    /** Campaigns that cost something in the last 30 days and belong to none of ours. */
    unmatched: z.number(),
  }),
});

export const matchNetworkAd = route({
  method: 'PUT',
  path: '/project/network-ads',
  tag,
  summary: 'Match a campaign, ad set or ad of a network with a campaign or link',
  access: inProject('campaigns.edit'),
  body: z.object({
    project_id: ProjectId,
    kind: NetworkKind,
    ad_account_id: AdAccountId,
    network_campaign_id: AdAccountId,
    network_ad_set_id: AdAccountId.nullish(),
    network_ad_id: AdAccountId.nullish(),
    /** null: of none. */
    campaign_id: CampaignId.nullable(),
    link_id: z.uuid('is not a link id').toLowerCase().nullish(),
    ignored: z.boolean().default(false),
  }),
  response: z.object({ matched: z.literal(true) }),
});

export const chooseSpendSource = route({
  method: 'PUT',
  path: '/project/spend/source',
  tag,
  summary: 'Say whether a network’s own number or a file counts where a campaign has both',
  access: inProject('campaigns.edit'),
  body: z.object({
    project_id: ProjectId,
    campaign_id: CampaignId,
    spend_source: SpendSourceChoice,
  }),
  response: z.object({ campaign_id: z.uuid(), spend_source: SpendSourceChoice }),
});

/** Why a network's number of installs and ours are not the same. */
export const DIFFERENCE_CAUSES = [
  ...(['not_repulled', 'suspicious', 'reinstall', 'other_network', 'view_through', 'look_back'] as const),
  ...(['zone', 'date_basis', 'other_rule', 'skan', 'not_seen'] as const),
] as const;
export const DifferenceCause = z.enum(DIFFERENCE_CAUSES);
export type DifferenceCause = z.infer<typeof DifferenceCause>;

const DifferenceQuery = {
  project_id: ProjectId,
  kind: z.enum(['META', 'GOOGLE', 'TIKTOK'], { error: 'is not a network that claims installs' }),
  from: Day,
  to: Day,
  /** One of ours; left out: all of the network. */
  campaign_id: CampaignId.optional(),
};

/** So many days at most: every install of them is looked at. */
export const MOST_DIFFERENCE_DAYS = 62;

export const getNetworkDifference = route({
  method: 'GET',
  path: '/project/network-difference',
  tag,
  summary: 'The installs that a network claims beside ours, and the difference by cause',
  access: inProject('connections.see'),
  query: z.object(DifferenceQuery),
  response: z.object({
    /** By the network's own rules. */
    claimed: z.string(),
    /** As everywhere in Trailmark. */
    ours: z.number(),
    /** claimed − ours, and what it consists of: the items add up to it. */
    difference: z.string(),
    items: z.array(z.object({ cause: DifferenceCause, installs: z.string() })),
    /** Every day of the period was asked for then or later; null: some were never asked for. */
    pulled_at: Instant.nullable(),
    /** Windows, zone and date that the network is taken to count by. */
    network_rules: z.object({
      click_days: z.number(),
      view_days: z.number(),
      counts_by: z.enum(['touch', 'install']),
      time_zone: z.string().nullable(),
    }),
  }),
});

export const listDifferenceRows = route({
  method: 'GET',
  path: '/project/network-difference/rows',
  tag,
  summary: 'The installs behind a cause of the difference',
  access: inProject('connections.see'),
  query: z.object({
    ...DifferenceQuery,
    cause: DifferenceCause,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    items: z.array(
      z.object({
        install_id: z.string(),
        installed_at: Instant,
        /** When the network's ad was touched; null: it was not. */
        touched_at: Instant.nullable(),
        credited_network: z.string(),
        match_type: z.string(),
        /** Whether the network counts it and we do not (1), or the other way round (-1). */
        counts: z.union([z.literal(1), z.literal(-1)]),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
});
