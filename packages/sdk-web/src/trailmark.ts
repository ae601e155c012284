import { createBaseClient } from '@trailmark/sdk-core/base-client';
import type { QueueOptions } from '@trailmark/sdk-core/queue';
import type { Consent, Properties } from '@trailmark/sdk-core/wire';
import type { Trailmark } from './api.ts';
import { browserPorts } from './browser-ports.ts';
import { decorateLink } from './decorate-link.ts';
import { followHistory } from './follow-history.ts';
import { listen } from './listen.ts';
import type { TrailmarkOptions } from './options.ts';
import { addTouch, campaignOf, touchesOf } from './touch.ts';
import { VERSION } from './version.ts';

function consentBy({ consent, gpc }: TrailmarkOptions): Consent | undefined {
  // An attribute of the tag is a text.
  return {
    ...(typeof consent === 'string' ? { analytics_storage: consent } : consent),
    ...(gpc &&
      (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl && {
        gpc,
        ad_user_data: 'denied',
        ad_personalization: 'denied',
      }),
  };
}

/** What became of items is reported as the queue does: who wants more than that builds it on top. */
type StartOptions = TrailmarkOptions & Pick<QueueOptions, 'onOutcome'>;

/** Starts measuring this page. */
export function startTrailmark(options: StartOptions): Trailmark {
  const { spa = true } = options;
  const address = () => (spa === 'hash' ? location.href : (location.href.split('#')[0] as string));
  const ports = browserPorts(options);
  let { referrer } = document;
  // Kept until it may be used: consent may be granted some pages later.
  let landing = address();
  /** A page was seen without consent. */
  let isMissed: boolean | undefined;
  const { methods, queue, active, isDenied, read, write, consentOf, enqueue } = createBaseClient(ports, {
    ...options,
    consent: consentBy(options),
    context: () => ({
      platform: 'WEB',
      device_data: {
        // A bot says so in every call, so that none of them is counted.
        is_bot: navigator.webdriver,
        language: navigator.language,
        // Its name would have the browser load its calendars, which takes longer than all the rest.
        timezone_offset: -new Date().getTimezoneOffset(),
      },
    }),
    onSession(state) {
      const url = landing || address();
      const f = addTouch(state.f, consentOf(), { url, referrer, at: Date.now() });
      write({ ...state, f });
      enqueue('init', {
        consent: consentOf(),
        link: url,
        referrer,
        first_touch: f[0],
        last_touch: f[1],
        package_version: `web@${VERSION}`,
      });
      return { entry_url: url, referrer };
    },
  });
  const touches = () => touchesOf(read().f, consentOf());
  const lastCampaign = () => touches()[1]?.url.split('?')[1] || '';
  const page = (event_data?: Properties) => {
    const page_url = address();
    isMissed = !enqueue('page-view', {
      page_url,
      page_title: document.title,
      page_referrer: referrer,
      event_data,
    });
    if (!isMissed) {
      referrer = page_url;
      landing = '';
    }
  };
  for (const name of ['online', 'pagehide', 'visibilitychange']) {
    listen(name, ({ type }) =>
      document.hidden || type === 'pagehide' ? queue.leave(ports.beacon) : queue.flush(),
    );
  }

  // A click on an ad is a visit of its own, also within half an hour of the one before.
  const campaign = campaignOf(landing, consentOf());
  if (campaign && campaign !== lastCampaign()) active(1);
  if (spa) followHistory(page, address);

  return {
    ...methods,
    page,
    consent(consent) {
      methods.consent(consent);
      // What was allowed to be stored may not be any more.
      write({ ...read(), f: touches() });
      if (isDenied()) methods.reset(true);
      else if (isMissed) page();
    },
    decorate: (url) => decorateLink(url, lastCampaign()),
    visitorId: () => read().i,
  };
}
