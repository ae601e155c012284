import { z } from 'zod';
import { Instant, ProjectId, text } from './fields.ts';
import { isWebTarget } from './link-target.ts';
import { inProject, route } from './route.ts';

export const STORE_PLATFORMS = ['IOS', 'ANDROID'] as const;
export const StorePlatform = z.enum(STORE_PLATFORMS, { error: 'is neither IOS nor ANDROID' });
export type StorePlatform = z.infer<typeof StorePlatform>;

export const MAX_STORE_LISTINGS = 200;

export const StoreListingId = z.uuid('is not a store listing id').toLowerCase();

const APPLE_HOSTS = ['apps.apple.com', 'itunes.apple.com'];
const PACKAGE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

/** The app that a store's address leads to: Apple's number or Android's package; null when it is no such address. */
export function appIdOf(platform: StorePlatform, address: string): string | null {
  if (!isWebTarget(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.port) return null;
  if (platform === 'IOS') {
    if (!APPLE_HOSTS.includes(url.hostname)) return null;
    return /\/id(\d{1,20})(\/|$)/.exec(url.pathname)?.[1] ?? null;
  }
  if (url.hostname !== 'play.google.com') return null;
  const name = url.searchParams.get('id') ?? '';
  return PACKAGE.test(name) && name.length <= 255 ? name : null;
}

/** What is wrong with an address that `appIdOf` does not know. */
export const STORE_URL_PROBLEM: Record<StorePlatform, string> = {
  IOS: 'is not an address of an app on apps.apple.com',
  ANDROID: 'is not an address of an app on play.google.com, with its id',
};

export const StoreListing = z.object({
  id: StoreListingId,
  name: z.string(),
  platform: StorePlatform,
  url: z.string(),
  app_id: z.string().nullable(),
  /** How many campaigns lead to it. */
  campaigns_count: z.number(),
  created_at: Instant,
  updated_at: Instant,
});
export type StoreListing = z.infer<typeof StoreListing>;

const StoreUrl = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(2000, 'is longer than 2000 characters')
  .refine((url) => STORE_PLATFORMS.some((platform) => appIdOf(platform, url) !== null), {
    message: 'is not an address of an app in a store',
  });

const tag = 'Store listings';

export const listStoreListings = route({
  method: 'GET',
  path: '/project/store-listings',
  tag,
  summary: 'The pages of the project’s apps in the stores, by name',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(StoreListing),
});

export const createStoreListing = route({
  method: 'POST',
  path: '/project/store-listings',
  tag,
  summary: 'Add a page in a store',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, name: text(120), platform: StorePlatform, url: StoreUrl }),
  response: StoreListing,
});

export const updateStoreListing = route({
  method: 'PUT',
  path: '/project/store-listings',
  tag,
  summary: 'Change the name or address of a page in a store; its platform stays',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    id: StoreListingId,
    name: text(120).optional(),
    url: StoreUrl.optional(),
  }),
  response: StoreListing,
});

export const deleteStoreListing = route({
  method: 'DELETE',
  path: '/project/store-listings',
  tag,
  summary: 'Remove a page in a store that no campaign leads to',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId, id: StoreListingId }),
  response: z.object({ deleted: z.boolean() }),
});
