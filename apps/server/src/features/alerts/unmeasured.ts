import type { Measured } from '@trailmark/contract/alerts';

/** What a kind of condition does not measure. */
export const UNMEASURED = {
  value: null,
  installs: null,
  spend: null,
  from: null,
  to: null,
  last_event_at: null,
  usual_days: null,
  problem: null,
} satisfies Partial<Measured>;
