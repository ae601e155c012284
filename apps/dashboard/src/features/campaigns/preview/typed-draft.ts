import { isAppTarget, isWebTarget } from '@trailmark/contract/link-target';
import type { CampaignDraft } from '@trailmark/contract/links';
import type { z } from 'zod';
import { withScheme } from '../../../ui/with-scheme.ts';
import type { CampaignValues } from '../form/campaign-values.ts';

/** What is typed, as far as it can be previewed: half an address is none yet. */
export function typedDraft(values: CampaignValues): z.input<typeof CampaignDraft> {
  const web = (text: string) => (isWebTarget(withScheme(text)) ? withScheme(text) : null);
  const deepLink = values.deep_link.trim();
  return {
    desktop_redirect: web(values.desktop_redirect),
    ios_web_redirect: web(values.ios_web_redirect),
    android_web_redirect: web(values.android_web_redirect),
    ios_store_listing_id: values.ios_store_listing_id || null,
    android_store_listing_id: values.android_store_listing_id || null,
    deep_link: isAppTarget(deepLink) ? deepLink : null,
  };
}
