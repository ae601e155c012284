import { text } from '@trailmark/contract/fields';
import { appIdOf, STORE_URL_PROBLEM, StorePlatform } from '@trailmark/contract/store-listings';
import { z } from 'zod';

/** What the form of a store listing holds. */
export const ListingForm = z
  .object({ name: text(120), platform: StorePlatform, url: z.string().trim().min(1, 'is required') })
  .superRefine(({ platform, url }, context) => {
    if (url === '' || appIdOf(platform, url) !== null) return;
    context.addIssue({ code: 'custom', path: ['url'], message: STORE_URL_PROBLEM[platform] });
  });
export type ListingValues = z.infer<typeof ListingForm>;
