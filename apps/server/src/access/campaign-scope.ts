import type { Membership } from './caller.ts';

/** The campaigns that exist for a member: all of the project's, or a list. */
export type CampaignScope = { all: true } | { all: false; campaigns: string[] };

/** A guest sees what is shared with them, and nothing else is there for them. */
export function campaignScope(membership: Membership): CampaignScope {
  if (membership.role !== 'guest') return { all: true };
  return { all: false, campaigns: [] };
}
