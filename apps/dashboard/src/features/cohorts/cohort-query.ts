import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getUserCohort } from '@trailmark/contract/cohorts';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import type { FigureFilter } from '../../report/figure-asked.ts';
import type { CohortView } from './cohort-view.ts';

export type Cohorts = z.infer<typeof getUserCohort.response>;

interface Asked {
  project_id: string;
  from: string;
  to: string;
  view: CohortView;
  filter?: FigureFilter;
}

export function cohortQuery({ project_id, from, to, view, filter = {} }: Asked) {
  const { group, ...rest } = view;
  const query = { project_id, from, to, ...rest, group_by: group, ...filter };
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'cohorts', query],
    queryFn: () => call(getUserCohort, { query }),
    placeholderData: keepPreviousData,
  });
}
