import type { EventMap } from './event-map.ts';
import { type GoogleConfig, isConversionAction } from './google/google.ts';
import type { MetaCapiConfig } from './meta-capi/meta-capi.ts';
import type { TiktokEventsConfig } from './tiktok-events/tiktok-events.ts';

/** A destination that sends its events as tests, and what one has to know of them; or why it cannot. */
export type MarkedTest = { config: unknown; note: string } | { problem: string };

const META_NOTE =
  'Meta shows it under Test events. It does not discard test events: this one can be used for measurement.';
const MISSING = {
  META: 'Enter the test event code of Meta’s Events Manager in the setup of this account first.',
  TIKTOK: 'Enter the test event code of TikTok’s Events Manager in the setup of this pixel first.',
};

/** Google's Data Manager only checks what it is asked to; its API for events of apps has nothing like it. */
function markGoogle(config: GoogleConfig, map: EventMap): MarkedTest {
  if (!isConversionAction(map)) {
    return {
      problem:
        'Google has no test for events of apps: whatever is sent counts. Look at the preview, and at the deliveries of real events.',
    };
  }
  const offline = { ...config.offline, validateOnly: true };
  return { config: { ...config, offline }, note: 'Google has checked it and does not keep it.' };
}

/** How an event is marked as a test for each network: without the mark it would be a conversion like any other. */
export function markTest(kind: string, config: unknown, map: EventMap): MarkedTest {
  if (kind === 'META') {
    const { testEventCode } = config as MetaCapiConfig;
    return testEventCode ? { config, note: META_NOTE } : { problem: MISSING.META };
  }
  if (kind === 'TIKTOK') {
    const { testEventCode } = config as TiktokEventsConfig;
    return testEventCode
      ? { config, note: 'TikTok shows it under Test events.' }
      : { problem: MISSING.TIKTOK };
  }
  if (kind === 'GOOGLE') return markGoogle(config as GoogleConfig, map);
  return { problem: 'This network has no way to mark an event as a test.' };
}
