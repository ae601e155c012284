import { getExplainedChange } from '@trailmark/contract/explain-change';
import { getHours } from '@trailmark/contract/hours';
import { getStats } from '@trailmark/contract/stats';
import { getWebTraffic } from '@trailmark/contract/web-traffic';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { cohortRoutes } from './cohorts-routes.ts';
import { eventRoutes } from './events-routes.ts';
import { explainChange } from './explain-change.ts';
import { readHours } from './hours.ts';
import { readStats } from './read-stats.ts';
import { rowRoutes } from './rows-routes.ts';
import { readWebTraffic } from './web-traffic.ts';

export const routes: HandledRoute[] = [
  onProject(getStats, ({ kit, membership, query }) =>
    readStats(kit.db, kit.clock.now(), { filter: filterOf(membership, query), metrics: query.metrics }),
  ),

  onProject(getExplainedChange, ({ kit, membership, query }) =>
    explainChange(kit.db, kit.clock.now(), {
      filter: filterOf(membership, query),
      metric: query.metric,
      row: query,
    }),
  ),

  onProject(getHours, ({ kit, membership, query }) => {
    const { day, metric } = query;
    const filter = filterOf(membership, { ...query, from: day, to: day });
    return readHours(kit.db, kit.clock.now(), { filter, metric, row: query });
  }),

  onProject(getWebTraffic, ({ kit, membership, query }) =>
    readWebTraffic(kit.db, kit.clock.now(), { ...filterOf(membership, query), compare: undefined }),
  ),

  ...cohortRoutes,
  ...eventRoutes,
  ...rowRoutes,
];
