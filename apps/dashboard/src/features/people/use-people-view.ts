import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PeopleView, readPeopleView, writePeopleView } from './people-view.ts';

/** Which people are shown, and how to change it; it stands in the address. */
export function usePeopleView(): [PeopleView, (change: Partial<PeopleView>) => void] {
  const navigate = useNavigate();
  const view = readPeopleView(useSearch({ strict: false }));
  const change = (next: Partial<PeopleView>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writePeopleView({ ...view, ...next }) }),
      // Every letter of a search would be a step back.
      replace: 'search' in next,
      resetScroll: false,
    });
  return [view, change];
}
