import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { reportFailure } from './report-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `logAs`: what to say on the console when the query fails for good. */
    queryMeta: { logAs?: string };
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}

/** A refusal stays a refusal; a lost connection or a failing server gets one more chance. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && !isRefusal(error);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.logAs) reportFailure(query.meta.logAs, error);
    },
  }),
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      retry: shouldRetry,
      // Offline, a call fails at once and says so, instead of leaving a skeleton on the screen.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
