import { useQueryClient } from '@tanstack/react-query';
import { getLive } from '@trailmark/contract/live';
import { useEffect, useState } from 'react';
import { followEvents, type StreamState } from '../../../api/event-stream.ts';
import { sdkCheckQuery, testLinksQuery } from './sdk-check-query.ts';
import { createThrottle } from './throttle.ts';

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
    const refresh = () => {
      for (const { queryKey } of [sdkCheckQuery(projectId), testLinksQuery(projectId)]) {
        // One that takes longer than the time between two is not given up for the next.
        void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    };
    const throttles = [GATHER_MS, AGAIN_MS].map((ms) => createThrottle(refresh, ms));
    void followEvents(
      getLive,
      { query: { project_id: projectId } },
      {
        onItems: () => {
          for (const throttle of throttles) throttle.request();
        },
        onState: setState,
        onRefused: () => setState('waiting'),
        signal: stop.signal,
      },
    );
    return () => {
      stop.abort();
      for (const throttle of throttles) throttle.stop();
    };
  }, [projectId, queryClient]);
  return state;
}
