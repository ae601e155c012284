import type { CallError } from '@trailmark/contract/call';
import { getLive } from '@trailmark/contract/live';
import { useEffect, useReducer, useState } from 'react';
import { followEvents, type StreamState } from '../../api/event-stream.ts';
import { EMPTY_FEED, type FeedAction, feedAfter, type LiveFeed } from './live-feed.ts';
import { type LiveView, liveQuery } from './live-view.ts';

export interface LiveStream {
  feed: LiveFeed;
  dispatch: (action: FeedAction) => void;
  state: StreamState;
  /** Why the server does not let us listen. */
  refused: CallError | null;
  retry: () => void;
}

/** Listens from the first drawing to the last; another filter is another line. */
export function useLive(projectId: string, view: LiveView): LiveStream {
  const [feed, dispatch] = useReducer(feedAfter, EMPTY_FEED);
  const [state, setState] = useState<StreamState>('connecting');
  const [refused, setRefused] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { kinds, of } = liveQuery(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another line, too
  useEffect(() => {
    const stop = new AbortController();
    dispatch({ type: 'clear' });
    setRefused(null);
    void followEvents(
      getLive,
      { query: { project_id: projectId, kinds, of } },
      {
        onItems: (items) => dispatch({ type: 'came', items }),
        onState: setState,
        onRefused: setRefused,
        signal: stop.signal,
      },
    );
    return () => stop.abort();
  }, [projectId, kinds, of, attempt]);
  return { feed, dispatch, state, refused, retry: () => setAttempt((before) => before + 1) };
}
