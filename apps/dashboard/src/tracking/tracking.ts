import type { AnyRouter } from '@tanstack/react-router';
import { openConfigQuery } from '../api/open-config.ts';
import { queryClient } from '../api/query-client.ts';
import { readSession, watchSession } from '../api/session.ts';
import { readProjectParam } from '../project/choose-project.ts';
import { ANALYTICS_COOKIE_DAYS } from './analytics-settings.ts';
import { startMessaging } from './messaging.ts';
import { pageViewAt } from './page-view.ts';
import { createTracker, type Tracker } from './tracker.ts';

const OPT_OUT_COOKIE = 'analytics_opt_out';

// A cookie, since local storage is cleared whenever nobody is signed in. Browsers offer the cookie store
// on secure pages only; elsewhere the choice is known as soon as the person is.
const optOut = {
  remembered: () => document.cookie.split('; ').includes(`${OPT_OUT_COOKIE}=1`),
  remember: (optedOut: boolean) => {
    if (!('cookieStore' in window) || optedOut === optOut.remembered()) return;
    const expires = Date.now() + ANALYTICS_COOKIE_DAYS * 86_400_000;
    if (optedOut) void window.cookieStore.set({ name: OPT_OUT_COOKIE, value: '1', sameSite: 'lax', expires });
    else void window.cookieStore.delete(OPT_OUT_COOKIE);
  },
};

function watchRoutes(router: AnyRouter, tracker: Tracker): void {
  let last = '';
  const look = () => {
    const { pathname, search, href } = router.latestLocation;
    const [, , route] = router.getMatchedRoutes(pathname);
    const page = { pattern: route?.fullPath ?? '', projectId: readProjectParam(search).p_id };
    const view = pageViewAt(page, readSession());
    // From one campaign to another is a page view too.
    const key = JSON.stringify([view?.route, pathname, page.projectId]);
    if (view === null || key === last) return;
    last = key;
    const address = window.location.origin + href;
    tracker.view({ ...view, projectId: page.projectId, address, at: Date.now() });
  };
  router.subscribe('onBeforeLoad', look);
  // A page can be reached before the session is known.
  watchSession(look);
}

const LONGEST_BUSY_MS = 2000;

/** The page itself comes first. Safari does not say when it is done. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_BUSY_MS });
    else setTimeout(resolve, LONGEST_BUSY_MS);
  });
}

/** Starts product analytics and messaging where they are configured; nothing is loaded otherwise. */
export function startTracking(router: AnyRouter): void {
  const tracker = createTracker({
    startAnalytics: async (token, recordPercent) => {
      await whenIdle();
      const { startAnalytics } = await import('./analytics.ts');
      return startAnalytics(token, recordPercent);
    },
    startMessaging,
    optOut,
  });
  tracker.session(readSession());
  watchSession(tracker.session);
  watchRoutes(router, tracker);
  // Without an answer nothing is configured as far as this page knows, so nothing is sent.
  const nothing = { analytics: null, messaging: null };
  void queryClient
    .fetchQuery(openConfigQuery)
    .catch(() => nothing)
    .then(tracker.configured);
}
