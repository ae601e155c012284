import { getEvents, getStats } from '@trailmark/contract/stats';
import { campaignScope } from '../../access/campaign-scope.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import { readEvents, readStats } from './queries.ts';

export const routes: Handled[] = [
  onProject(getStats, ({ kit, membership, query }) =>
    readStats(kit.db, kit.clock.now(), {
      projectId: membership.projectId,
      from: query.from,
      to: query.to,
      scope: campaignScope(membership),
    }),
  ),

  onProject(getEvents, ({ kit, membership, query }) =>
    readEvents(kit.db, kit.clock.now(), {
      projectId: membership.projectId,
      from: query.from,
      to: query.to,
      scope: campaignScope(membership),
    }),
  ),
];
