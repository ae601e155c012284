import { getUserCohort } from '@trailmark/contract/cohorts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { readCohorts } from './cohorts.ts';

export const cohortRoutes: HandledRoute[] = [
  onProject(getUserCohort, ({ kit, membership, query }) => {
    const { group_by: group, span, metric, mode, days } = query;
    const filter = { ...filterOf(membership, query), compare: undefined };
    return readCohorts(kit.db, kit.clock.now(), { ...filter, rows: { group, span }, metric, mode, days });
  }),
];
