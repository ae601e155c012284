import { useNavigate, useSearch } from '@tanstack/react-router';
import { type EventsView, readEventsView, writeEventsView } from './events-view.ts';
import { type FunnelView, readFunnel, writeFunnel } from './funnel-view.ts';

/** What the screen shows, and how to change it; it stands in the address. */
export function useEventsView(): [EventsView, (change: Partial<EventsView>) => void] {
  const navigate = useNavigate();
  const view = readEventsView(useSearch({ strict: false }));
  const change = (next: Partial<EventsView>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeEventsView({ ...view, ...next }) }),
      // Every letter of a search would be a step back.
      replace: 'search' in next,
      resetScroll: false,
    });
  return [view, change];
}

export function useFunnelView(): [FunnelView, (change: Partial<FunnelView>) => void] {
  const navigate = useNavigate();
  const view = readFunnel(useSearch({ strict: false }));
  const change = (next: Partial<FunnelView>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeFunnel({ ...view, ...next }) }),
      resetScroll: false,
    });
  return [view, change];
}
