import { z } from 'zod';
import { CampaignForm, CampaignId, ExpiresAt } from './campaigns.ts';
import { Instant, optionalText, ProjectId, text } from './fields.ts';
import { Network } from './networks.ts';
import { FileAnswer, inProject, route } from './route.ts';

export const MAX_LINKS = 500;
export const QR_SIZE = { min: 128, max: 2048, preset: 512 } as const;

export const LinkId = z.uuid('is not a link id').toLowerCase();

/** The last part of a link's address: unique in the installation, and never changed. */
export const Slug = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,64}$/, 'has 3 to 64 letters, digits, dashes and underscores');

const LinkTemplate = z.object({
  url: z.string(),
  /** Without the address, as some networks ask for them in a field of their own. */
  parameters: z.string(),
});
export type LinkTemplate = z.infer<typeof LinkTemplate>;

export const LinkUrls = z.object({
  short: z.string(),
  /** The same link on each of the project's own domains. */
  domains: z.array(z.string()),
  /** Counts a view of an ad. */
  impression: z.string(),
  /** With the macros of the campaign's network, which it fills in for each click; null: it has none. */
  template: LinkTemplate.nullable(),
  /** The same for every network that has macros. */
  templates: z.array(z.object({ network: Network, ...LinkTemplate.shape })),
});

/** A way into a campaign: one ad set, one creative, one poster. */
export const Link = z.object({
  link_id: LinkId,
  campaign_id: CampaignId,
  slug: z.string(),
  name: z.string(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  is_default: z.boolean(),
  active: z.boolean(),
  expires_at: Instant.nullable(),
  urls: LinkUrls,
  created_at: Instant,
  updated_at: Instant,
});
export type Link = z.infer<typeof Link>;

export const LinkForm = z.object({
  name: text(120),
  ad_set: optionalText(120).optional(),
  creative: optionalText(120).optional(),
  /** Made at random when it is left out or empty. */
  slug: z
    .union([z.literal(''), Slug])
    .nullable()
    .optional()
    .transform((slug) => slug || undefined),
  expires_at: ExpiresAt.optional(),
});
export type LinkForm = z.input<typeof LinkForm>;

export const LinkChange = z.object({
  project_id: ProjectId,
  link_id: LinkId,
  name: text(120).optional(),
  ad_set: optionalText(120).optional(),
  creative: optionalText(120).optional(),
  active: z.boolean().optional(),
  expires_at: ExpiresAt.optional(),
});
export type LinkChange = z.input<typeof LinkChange>;

/** A Mac has an App Store of its own, so that it may be sent elsewhere than other desktops. */
export const VISITOR_PLATFORMS = ['ios', 'android', 'macos', 'desktop'] as const;
export const VisitorPlatform = z.enum(VISITOR_PLATFORMS, { error: 'is not ios, android, macos or desktop' });
export type VisitorPlatform = z.infer<typeof VisitorPlatform>;

/** Where a visitor is sent. */
export const TargetPreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string(), outcome: z.enum(['store', 'web', 'app']) }),
  /** A page with a button: the browser inside an app opens no other app by itself. */
  z.object({
    kind: z.literal('interstitial'),
    /** What the button opens; null when the campaign has no deep link. */
    app_url: z.string().nullable(),
    /** Where people without the app go. */
    else_url: z.string().nullable(),
  }),
  /** `closed`: switched off, archived or expired. `nowhere`: there is no destination for this visitor. */
  z.object({ kind: z.literal('gone'), reason: z.enum(['closed', 'nowhere']) }),
]);
export type TargetPreview = z.infer<typeof TargetPreview>;

const tag = 'Campaigns';

export const listLinks = route({
  method: 'GET',
  path: '/campaign/links',
  tag,
  summary: 'The links of a campaign, the default one first',
  access: inProject('reports.see'),
  query: z.object({ project_id: ProjectId, campaign_id: CampaignId }),
  response: z.array(Link),
});

/** Enough to choose a link of any campaign by. */
export const FoundLink = z.object({
  link_id: LinkId,
  name: z.string(),
  slug: z.string(),
  active: z.boolean(),
  campaign_id: CampaignId,
  campaign_name: z.string(),
});
export type FoundLink = z.infer<typeof FoundLink>;

export const findLinks = route({
  method: 'GET',
  path: '/project/links',
  tag,
  summary: 'Find links of all campaigns by name, slug or short link, or by ad set or creative',
  access: inProject('reports.see'),
  query: z
    .object({
      project_id: ProjectId,
      search: text(300).optional(),
      /** Exactly, in campaigns that are not archived. */
      ad_set: text(120).optional(),
      creative: text(120).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_LINKS).default(10),
    })
    .refine(({ search, ad_set, creative }) => [search, ad_set, creative].filter(Boolean).length === 1, {
      path: ['search'],
      message: 'is one of search, ad_set and creative',
    }),
  response: z.array(FoundLink),
});

export const switchLinks = route({
  method: 'PUT',
  path: '/project/links/active',
  tag,
  summary: 'Pause or resume several links of any campaigns: all of them, or none',
  access: inProject('campaigns.edit'),
  body: z.object({
    project_id: ProjectId,
    link_ids: z.array(LinkId).min(1, 'is empty').max(MAX_LINKS, `has more than ${MAX_LINKS} items`),
    active: z.boolean(),
  }),
  response: z.object({ changed: z.number() }),
});

export const createLink = route({
  method: 'POST',
  path: '/campaign/link',
  tag,
  summary: 'Add a link to a campaign',
  access: inProject('campaigns.edit', { orShared: 'campaign_id' }),
  body: z.object({ project_id: ProjectId, campaign_id: CampaignId, ...LinkForm.shape }),
  response: Link,
});

export const updateLink = route({
  method: 'PUT',
  path: '/campaign/link',
  tag,
  summary: 'Change a link; its address stays, and fields left out stay as they are',
  access: inProject('campaigns.edit', { orShared: 'link_id' }),
  body: LinkChange,
  response: Link,
});

export const deleteLink = route({
  method: 'DELETE',
  path: '/campaign/link',
  tag,
  summary: 'Delete a link that is not the default one and never had a click; others can be switched off',
  access: inProject('campaigns.edit', { orShared: 'link_id' }),
  query: z.object({ project_id: ProjectId, link_id: LinkId }),
  response: z.object({ deleted: z.boolean() }),
});

export const getLinkQr = route({
  method: 'GET',
  path: '/campaign/link/qr',
  tag,
  summary: 'The QR code of a link, as SVG or PNG; on one of the project’s domains when host names it',
  access: inProject('reports.see'),
  answers: 'file',
  query: z.object({
    project_id: ProjectId,
    link_id: LinkId,
    format: z.enum(['svg', 'png'], { error: 'is neither svg nor png' }).default('svg'),
    size: z.coerce
      .number({ error: 'is not a number' })
      .int('is not a whole number')
      .min(QR_SIZE.min, `is at least ${QR_SIZE.min}`)
      .max(QR_SIZE.max, `is at most ${QR_SIZE.max}`)
      .default(QR_SIZE.preset),
    host: z.string().trim().toLowerCase().max(253, 'is not a host').optional(),
  }),
  response: FileAnswer,
});

export const previewTarget = route({
  method: 'POST',
  path: '/campaign/preview-target',
  tag,
  summary: 'Where the default link of a campaign would send a visitor now; nothing is counted',
  access: inProject('reports.see'),
  body: z.object({
    project_id: ProjectId,
    campaign_id: CampaignId,
    platform: VisitorPlatform,
    /** In the browser inside an app, such as Instagram’s. */
    in_app: z.boolean().default(false),
  }),
  response: TargetPreview,
});

/** What of a campaign decides where visitors go. */
export const CampaignDraft = CampaignForm.pick({
  desktop_redirect: true,
  ios_web_redirect: true,
  android_web_redirect: true,
  ios_store_listing_id: true,
  android_store_listing_id: true,
  deep_link: true,
});

export const previewDraft = route({
  method: 'POST',
  path: '/campaign/preview-draft',
  tag,
  summary: 'Where a campaign that is not saved yet would send visitors',
  access: inProject('campaigns.edit', { orShared: 'campaign_id' }),
  body: z.object({
    project_id: ProjectId,
    /** The campaign that is being changed; none when it is to be made. */
    campaign_id: CampaignId.optional(),
    draft: CampaignDraft,
    visitors: z
      .array(z.object({ platform: VisitorPlatform, in_app: z.boolean().default(false) }))
      .min(1, 'is empty')
      .max(10, 'has more than 10 items'),
  }),
  response: z.array(TargetPreview),
});
