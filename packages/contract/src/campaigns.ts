import { z } from 'zod';
import { Instant, optionalText, ProjectId, storable, text } from './fields.ts';
import { AppTarget, WebTarget } from './link-target.ts';
import { NETWORKS, Network } from './networks.ts';
import { inProject, route } from './route.ts';
import { MAX_SKAN_IDS, SkanId, SkanNetworkId } from './skan-networks.ts';
import { AttributionWindows } from './windows.ts';

export { NETWORKS, Network };

export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
export const MAX_PASSTHROUGH = 30;

export const CampaignId = z.uuid('is not a campaign id').toLowerCase();

/** The campaign's name in addresses and exports; one in a project, whatever the case. */
export const DisplayId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'has 1 to 64 letters, digits, dots, dashes and underscores');

const FIRST_EXPIRY = '2000-01-01';
const LAST_EXPIRY = '2100-01-01';

/** When something stops working; null: never. */
export const ExpiresAt = z.iso
  .datetime('is not a time in UTC')
  .refine((at) => at >= FIRST_EXPIRY && at < LAST_EXPIRY, { message: 'is not between 2000 and 2100' })
  .nullable();

const utmValue = optionalText(255).optional();

/** UTM values that are put on every destination on the web. */
export const Utm = z.object({
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  content: utmValue,
  term: utmValue,
});
export type Utm = z.infer<typeof Utm>;

const ParameterName = z
  .string()
  .regex(/^[\w.~[\]-]{1,64}$/, 'contains something that is not the name of a parameter');

/** Each once, whatever its case, as it was first written. */
function distinct(tags: string[]): string[] {
  const keys = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

export const Tags = z
  .array(text(MAX_TAG_LENGTH).refine((tag) => !tag.includes(','), { message: 'has a comma' }))
  .max(MAX_TAGS, `has at most ${MAX_TAGS} tags`)
  .transform(distinct);

const Passthrough = z
  .array(ParameterName)
  .max(MAX_PASSTHROUGH, `has at most ${MAX_PASSTHROUGH} names`)
  .transform((names) => [...new Set(names)]);

const SkanIds = z
  .array(SkanId)
  .max(MAX_SKAN_IDS, `has at most ${MAX_SKAN_IDS} ids`)
  .transform((ids) => [...new Set(ids)]);

const storeListingId = z
  .union([z.literal(''), z.uuid().toLowerCase()], { error: 'is not a store listing id' })
  .nullable()
  .transform((id) => id || null);

/** What is filled in when a campaign is made; everything but the name may be left out. */
export const CampaignForm = z.object({
  name: text(120),
  active: z.boolean().optional(),
  network: Network.optional(),
  /** Only with the network OTHER. */
  network_name: optionalText(80).optional(),
  /** Made at random when it is left out or empty; in a change, empty leaves it as it is. */
  display_id: z
    .union([z.literal(''), DisplayId])
    .nullable()
    .optional()
    .transform((id) => id || undefined),
  /** Our own site, mail or app: not bought, so that devices may be recognised on it. */
  owned_media: z.boolean().optional(),
  desktop_redirect: WebTarget.optional(),
  ios_web_redirect: WebTarget.optional(),
  android_web_redirect: WebTarget.optional(),
  ios_store_listing_id: storeListingId.optional(),
  android_store_listing_id: storeListingId.optional(),
  /** Opens the app where it is installed. */
  deep_link: AppTarget.optional(),
  /** Handed to the app at its first open. */
  deferred_deep_link: AppTarget.optional(),
  /** As a whole: values left out are empty. */
  utm: Utm.optional(),
  /** Names of query parameters that are handed on from the link to the destination. */
  passthrough: Passthrough.optional(),
  /** As a whole: windows left out are the project's. */
  windows: AttributionWindows.partial().optional(),
  tags: Tags.optional(),
  expires_at: ExpiresAt.optional(),
  /** Whose postbacks its SKAN ids are of; null: of the campaign's network, as far as its ids are known. */
  skan_network_id: z
    .union([z.literal(''), SkanNetworkId])
    .nullable()
    .transform((id) => id || null)
    .optional(),
  /** Source identifiers (four digits), and campaign ids of SKAdNetwork before version 4 (0 to 100). */
  skan_ids: SkanIds.optional(),
});
export type CampaignForm = z.input<typeof CampaignForm>;

export const CampaignChange = z.object({
  project_id: ProjectId,
  campaign_id: CampaignId,
  ...CampaignForm.partial().shape,
});
export type CampaignChange = z.input<typeof CampaignChange>;

const utmAnswer = z.string().nullable();

/** Whose spend counts on days that both a network and a file report on. */
export const SpendSourceChoice = z.enum(['network', 'file'], { error: 'is not network or file' });

export const Campaign = z.object({
  campaign_id: CampaignId,
  display_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  network: Network,
  network_name: z.string().nullable(),
  owned_media: z.boolean(),
  desktop_redirect: z.string().nullable(),
  ios_web_redirect: z.string().nullable(),
  android_web_redirect: z.string().nullable(),
  ios_store_listing_id: z.uuid().nullable(),
  android_store_listing_id: z.uuid().nullable(),
  deep_link: z.string().nullable(),
  deferred_deep_link: z.string().nullable(),
  utm: z.object({
    source: utmAnswer,
    medium: utmAnswer,
    campaign: utmAnswer,
    content: utmAnswer,
    term: utmAnswer,
  }),
  passthrough: z.array(z.string()),
  /** Only those that differ from the project's. */
  windows: AttributionWindows.partial(),
  tags: z.array(z.string()),
  spend_source: SpendSourceChoice,
  expires_at: Instant.nullable(),
  skan_network_id: z.string().nullable(),
  skan_ids: z.array(z.string()),
  /** The number of its links, including the default one. */
  links_count: z.number(),
  /** The short address of the default link. */
  link: z.string(),
  default_link_id: z.uuid(),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
  /** The address of who made it; null when that person is gone. */
  created_by: z.string().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

export const CAMPAIGN_FILTERS = ['ACTIVE', 'INACTIVE', 'ARCHIVED', 'ALL'] as const;
export const CampaignFilter = z.enum(CAMPAIGN_FILTERS, { error: 'is not a known filter' });
export type CampaignFilter = z.infer<typeof CampaignFilter>;

/** Part of a name to search for. */
export const searchText = z.string().trim().max(200, 'is longer than 200 characters').refine(storable, {
  message: 'contains characters that cannot be stored',
});

const tag = 'Campaigns';
const one = z.object({ project_id: ProjectId, campaign_id: CampaignId });

export const getCampaign = route({
  method: 'GET',
  path: '/campaign/single',
  tag,
  summary: 'One campaign',
  access: inProject('reports.see'),
  query: one,
  response: Campaign,
});

export const createCampaign = route({
  method: 'POST',
  path: '/campaign',
  tag,
  summary: 'Create a campaign with its default link',
  access: inProject('campaigns.edit'),
  body: z.object({ project_id: ProjectId, ...CampaignForm.shape }),
  response: Campaign,
});

export const updateCampaign = route({
  method: 'PUT',
  path: '/campaign',
  tag,
  summary: 'Change a campaign; fields left out stay as they are, windows apply from now on',
  access: inProject('campaigns.edit', { orShared: 'campaign_id' }),
  body: CampaignChange,
  response: Campaign,
});

export const deleteCampaign = route({
  method: 'DELETE',
  path: '/campaign',
  tag,
  summary: 'Delete a campaign that never had a click or install; others can be archived',
  access: inProject('campaigns.edit'),
  query: one,
  response: z.object({ deleted: z.boolean() }),
});

export const duplicateCampaign = route({
  method: 'POST',
  path: '/campaign/duplicate',
  tag,
  summary: 'Duplicate a campaign, with a new default link',
  access: inProject('campaigns.edit'),
  body: z.object({ ...one.shape, name: text(120).optional() }),
  response: Campaign,
});

export const archiveCampaign = route({
  method: 'POST',
  path: '/campaign/archive',
  tag,
  summary: 'Archive or restore a campaign; its data stays',
  access: inProject('campaigns.edit'),
  body: z.object({ ...one.shape, archived: z.boolean() }),
  response: Campaign,
});
