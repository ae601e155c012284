import { useQueryClient } from '@tanstack/react-query';
import { getLive } from '@trailmark/contract/live';
import { useEffect, useState } from 'react';
import { followEvents, type StreamState } from '../../../api/event-stream.ts';
import { sdkCheckQuery, testLinksQuery } from './sdk-check-query.ts';

/** What comes within this time is read together. */
const GATHER_MS = 700;
/** What requests show besides rows is written down a little later: it is looked for once more. */
const AGAIN_MS = 3500;

/** Reads the check again whenever something is stored; says whether it is listening. */
export function useRefreshedCheck(projectId: string): StreamState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(() => {
    const stop = new AbortController();
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const refresh = () => {
      for (const { queryKey } of [sdkCheckQuery(projectId), testLinksQuery(projectId)]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    const soon = (ms: number) => {
      clearTimeout(timers.get(ms));
      timers.set(ms, setTimeout(refresh, ms));
    };
    void followEvents(
      getLive,
      { query: { project_id: projectId } },
      {
        onItems: () => {
          soon(GATHER_MS);
          soon(AGAIN_MS);
        },
        onState: setState,
        onRefused: () => setState('waiting'),
        signal: stop.signal,
      },
    );
    return () => {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [projectId, queryClient]);
  return state;
}
