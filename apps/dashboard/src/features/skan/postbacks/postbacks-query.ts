import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSkanPostback, listSkanPostbacks } from '@trailmark/contract/skan-postbacks';
import { call } from '../../../api/client.ts';
import { addDays } from '../../../report/calendar-day.ts';
import { fromZonedInput } from '../../../words/zoned-time.ts';
import { type SkanDays, skanKey } from '../report/skan-query.ts';
import type { PostbacksView } from './postbacks-view.ts';

const PAGE_ROWS = 50;

interface PostbacksQuery {
  days: SkanDays;
  timezone: string;
  view: PostbacksView;
}

/** When a day of the project's zone begins. */
const beginOf = (day: string, timezone: string) => fromZonedInput(`${day}T00:00`, timezone) ?? undefined;

export function postbacksQuery({ days: { project_id, from, to }, timezone, view }: PostbacksQuery) {
  const { verdict, counted, framework, window } = view;
  const query = {
    project_id,
    verdict: verdict ?? undefined,
    counted: counted ?? undefined,
    framework: framework ?? undefined,
    sequence: window ?? undefined,
    from: beginOf(from, timezone),
    to: beginOf(addDays(to, 1), timezone),
    limit: PAGE_ROWS,
  };
  return infiniteQueryOptions({
    queryKey: [...skanKey(project_id), 'postbacks', query],
    queryFn: ({ pageParam }) =>
      call(listSkanPostbacks, { query: { ...query, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function postbackQuery(projectId: string, postbackId: string) {
  return queryOptions({
    queryKey: [...skanKey(projectId), 'postback', postbackId],
    queryFn: () =>
      call(getSkanPostback, { params: { postback_id: postbackId }, query: { project_id: projectId } }),
  });
}
