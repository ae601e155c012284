import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countPeople, getPerson, listJourney, listPeople } from '@trailmark/contract/people';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { type PeopleView, peopleFilterParams } from './people-view.ts';
import type { PersonId } from './person-id.ts';

const PAGE_ROWS = 100;
const PAGE_STEPS = 50;

export type Person = z.infer<typeof getPerson.response>;

function peopleKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'people'];
}

interface PeopleQuery {
  project_id: string;
  from: string;
  to: string;
  view: PeopleView;
}

function listedPeople({ project_id, from, to, view }: PeopleQuery) {
  // A search for one person covers all time: nobody knows when they came.
  const days = view.search ? {} : { from, to };
  return { project_id, ...days, ...peopleFilterParams(view) };
}

export function peopleQuery(given: PeopleQuery) {
  const query = listedPeople(given);
  return infiniteQueryOptions({
    queryKey: [...peopleKey(query.project_id), 'list', query],
    queryFn: ({ pageParam }) =>
      call(listPeople, { query: { ...query, cursor: pageParam ?? undefined, limit: PAGE_ROWS } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function peopleCountQuery(given: PeopleQuery) {
  const query = listedPeople(given);
  return queryOptions({
    queryKey: [...peopleKey(query.project_id), 'count', query],
    queryFn: () => call(countPeople, { query }),
    placeholderData: keepPreviousData,
  });
}

export function personQuery(projectId: string, id: PersonId) {
  return queryOptions({
    queryKey: [...peopleKey(projectId), 'one', id],
    queryFn: () => call(getPerson, { query: { project_id: projectId, ...id } }),
  });
}

export function journeyQuery(projectId: string, installId: string) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey(projectId), 'journey', installId],
    queryFn: ({ pageParam }) =>
      call(listJourney, {
        query: {
          project_id: projectId,
          install_id: installId,
          cursor: pageParam ?? undefined,
          limit: PAGE_STEPS,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
