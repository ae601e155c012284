import type { Membership } from './caller.ts';

/** The campaigns that exist for a member: all of the project's, or a list. */
export type CampaignScope = { all: true } | { all: false; campaigns: string[] };

/** A guest sees only the campaigns that are shared with them. */
export function campaignScope(membership: Membership): CampaignScope {
  if (membership.role !== 'guest') return { all: true };
  return { all: false, campaigns: membership.shared.map(({ campaignId }) => campaignId) };
}

/** Whether a campaign exists for somebody. Organic installs exist only for members who see every campaign. */
export function isInScope(scope: CampaignScope, campaignId: string | null): boolean {
  return scope.all || (campaignId !== null && scope.campaigns.includes(campaignId));
}
