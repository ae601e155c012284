import { createBaseClient } from '@trailmark/sdk-core/base-client';
import type { QueueOptions } from '@trailmark/sdk-core/queue';
import type { Consent, Properties } from '@trailmark/sdk-core/wire';
import type { Trailmark } from './api.ts';
import { addressOf, browserPorts } from './browser-ports.ts';
import { decorateLink } from './decorate-link.ts';
import { followHistory } from './follow-history.ts';
import type { TrailmarkOptions } from './options.ts';
import { addTouch, campaignOf, readTouches, TOUCHES } from './touch.ts';

const DENIED = 'denied';

function consentOf({ consent, gpc }: TrailmarkOptions): Consent | undefined {
  const given = consent === DENIED ? { analytics_storage: DENIED as 'denied' } : consent;
  return gpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
    ? { ...given, gpc: true, ad_user_data: DENIED, ad_personalization: DENIED }
    : given;
}

/** What became of items is reported as the queue does: who wants more than that builds it on top. */
type StartOptions = TrailmarkOptions & Pick<QueueOptions, 'onOutcome'>;

/** Starts measuring this page. */
export function startTrailmark(options: StartOptions): Trailmark {
  const { spa = true } = options;
  const address = () => (spa === 'hash' ? location.href : location.href.replace(/#.*/, ''));
  let { referrer } = document;
  // Kept until it may be used: consent may be granted some pages later.
  let landing = address();
  const { methods, queue, storage, active, isDenied, read } = createBaseClient(browserPorts(options), {
    ...options,
    platform: 'WEB',
    consent: consentOf(options),
    context: () => ({
      device_data: {
        // A bot says so in every call, so that none of them is counted.
        is_bot: navigator.webdriver,
        language: navigator.language,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    }),
    onSession() {
      const url = landing || address();
      const [first_touch, last_touch] = addTouch(storage, url, referrer);
      methods.init({ link: url, referrer, first_touch, last_touch });
      return { entry_url: url, referrer };
    },
  });
  const lastCampaign = () => campaignOf(readTouches(storage)[1]?.url || '');
  const page = (event_data?: Properties) => {
    const page_url = address();
    if (isDenied()) return;
    methods.page({ page_url, page_title: document.title, page_referrer: referrer, event_data });
    referrer = page_url;
    landing = '';
  };
  for (const name of ['online', 'pagehide', 'visibilitychange']) {
    addEventListener(name, () => {
      if (document.hidden) queue.leave((path, body) => navigator.sendBeacon(addressOf(options, path), body));
      else queue.flush();
    });
  }

  // A click on an ad is a visit of its own, also within half an hour of the one before.
  const campaign = campaignOf(landing);
  if (campaign && campaign !== lastCampaign()) active(true);
  if (spa) followHistory(page, address);

  return {
    ...methods,
    page,
    consent(consent) {
      const wasDenied = isDenied();
      methods.consent(consent);
      if (isDenied()) {
        methods.reset(true);
        storage.set(TOUCHES, '');
      } else if (wasDenied) page();
    },
    decorate: (url) => decorateLink(url, lastCampaign()),
    visitorId: () => read().i,
  };
}
