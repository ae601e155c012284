import type { Campaign } from '@trailmark/contract/campaigns';

export type CampaignState = 'active' | 'paused' | 'ended' | 'archived';

type Dated = Pick<Campaign, 'active' | 'expires_at' | 'archived_at'>;

/** Why a campaign's links work or do not; the strongest reason counts. */
export function campaignState({ active, expires_at, archived_at }: Dated, now: Date): CampaignState {
  if (archived_at !== null) return 'archived';
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'ended';
  return active ? 'active' : 'paused';
}
