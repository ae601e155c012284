import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CohortView, readCohortView, writeCohortView } from './cohort-view.ts';

/** What a cohort table shows, and how to change it; it stands in the address. */
export function useCohortView(): [CohortView, (change: Partial<CohortView>) => void] {
  const navigate = useNavigate();
  const view = readCohortView(useSearch({ strict: false }));
  const change = (next: Partial<CohortView>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeCohortView({ ...view, ...next }) }),
      resetScroll: false,
    });
  return [view, change];
}
