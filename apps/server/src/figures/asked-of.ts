import type { Membership } from '../access/caller.ts';
import { campaignScope } from '../access/campaign-scope.ts';
import type { Asked } from './context.ts';

/** What a member asks for, within what exists for them. */
export function askedOf(membership: Membership, query: Omit<Asked, 'projectId' | 'scope'>): Asked {
  const { from, to, compare, networks, campaigns, countries, platforms } = query;
  return {
    projectId: membership.projectId,
    scope: campaignScope(membership),
    ...{ from, to, compare, networks, campaigns, countries, platforms },
  };
}
