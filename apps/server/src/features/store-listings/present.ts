import type { StoreListing, StorePlatform } from '@trailmark/contract/store-listings';
import type { ListingRow } from './store.ts';

export function presentListing(row: ListingRow): StoreListing {
  return {
    id: row.id,
    name: row.name,
    platform: row.platform as StorePlatform,
    url: row.url,
    app_id: row.app_id,
    campaigns_count: Number(row.campaigns_count),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
