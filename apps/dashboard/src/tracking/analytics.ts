import recorderUrl from 'mixpanel-browser/dist/mixpanel-recorder.min.js?url';
import { init_as_module } from 'mixpanel-browser/src/mixpanel-core.js';
import {
  ANALYTICS_BATCH_SIZE,
  ANALYTICS_COOKIE_DAYS,
  ANALYTICS_FLUSH_MS,
  ANALYTICS_TIMEOUT_MS,
  INGEST_PATH,
  REPLAY_BLOCK_CLASS,
  REPLAY_IDLE_MS,
  REPLAY_MASK_INPUTS,
  REPLAY_MAX_MS,
} from './analytics-settings.ts';
import { safeAddress, withSafeAddresses } from './safe-address.ts';
import type { Analytics } from './tracker.ts';

function loadScript(source: string, onLoad: () => void): void {
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  script.onload = onLoad;
  document.head.append(script);
}

function settings(recordPercent: number) {
  const { origin, protocol } = window.location;
  const safe = <Data>(data: Data): Data => withSafeAddresses(data, origin);
  return {
    api_host: origin + INGEST_PATH,
    batch_requests: true,
    batch_size: ANALYTICS_BATCH_SIZE,
    batch_flush_interval_ms: ANALYTICS_FLUSH_MS,
    batch_request_timeout_ms: ANALYTICS_TIMEOUT_MS,
    cookie_expiration: ANALYTICS_COOKIE_DAYS,
    cross_subdomain_cookie: false,
    secure_cookie: protocol === 'https:',
    save_referrer: false,
    track_marketing: false,
    hooks: { before_send_events: safe, before_send_people: safe, before_send_groups: safe },
    record_sessions_percent: recordPercent,
    record_max_ms: REPLAY_MAX_MS,
    record_idle_timeout_ms: REPLAY_IDLE_MS,
    record_mask_all_inputs: REPLAY_MASK_INPUTS,
    record_block_class: REPLAY_BLOCK_CLASS,
    record_console: false,
    recorder_src: recorderUrl,
  };
}

/** Starts product analytics; fetched only where it is configured and allowed. */
export function startAnalytics(token: string, recordPercent: number): Analytics {
  const mixpanel = init_as_module(loadScript);
  mixpanel.init(token, settings(recordPercent));
  // The library remembers an earlier opt-out by itself; this person has opted in again.
  if (mixpanel.has_opted_out_tracking()) mixpanel.clear_opt_in_out_tracking();
  return {
    view: ({ route, title, projectId, address, at }) => {
      const url = safeAddress(address, window.location.origin);
      mixpanel.track('Page view', { route, title, p_id: projectId, $current_url: url, time: at / 1000 });
    },
    identify: ({ id, name, email, company }) => {
      mixpanel.identify(id);
      mixpanel.people.set({ $name: name, $email: email, company });
    },
    reset: () => mixpanel.reset(),
    // Drops what is queued, stops the recorder and deletes the cookie; the profile stays as it was.
    stop: () => mixpanel.opt_out_tracking({ delete_user: false }),
  };
}
