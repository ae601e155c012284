import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { projectQuery, useMay, useMembership } from '../../project/current-project.tsx';
import { useRested } from '../../ui/use-rested.ts';

/** Rows of each kind. */
export const FOUND = 5;
const LETTERS = 2;
const TYPING_MS = 200;

/** What the server finds by what is typed; nothing until there are a few letters. */
export function useFound<Item>(
  kind: string,
  query: string,
  find: (projectId: string, search: string) => Promise<readonly Item[]>,
): readonly Item[] {
  const may = useMay();
  const projectId = useMembership()?.project_id ?? '';
  const search = useRested(query, TYPING_MS).slice(0, 200);
  const { data } = useQuery({
    queryKey: [...projectQuery(projectId).queryKey, kind, 'palette', search],
    queryFn: () => find(projectId, search),
    enabled: projectId !== '' && may('reports.see') && search.length >= LETTERS,
    placeholderData: keepPreviousData,
  });
  return query.length >= LETTERS ? (data ?? []) : [];
}
