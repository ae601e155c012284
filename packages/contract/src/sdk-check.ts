import { z } from 'zod';
import { AttributionData } from './client.ts';
import { Instant, ProjectId } from './fields.ts';
import { LinkId } from './links.ts';
import { DecisionView } from './people.ts';
import { inProject, route } from './route.ts';

/** How far back the check looks for capabilities, and for what is wrong. */
export const CAPABILITY_DAYS = 30;
export const WARNING_DAYS = 7;
/** A click on the test link is of use for so long. */
export const TEST_CLICK_MINUTES = 30;

export const SDK_CAPABILITIES = [
  'init',
  'identify',
  'event',
  'payment',
  'deep_link',
  'referrer',
  'signature',
  'consent',
] as const;
export type SdkCapabilityName = (typeof SDK_CAPABILITIES)[number];

/** Something that an integration can do, and when an install last did it. */
export const SdkCapability = z.object({
  capability: z.enum(SDK_CAPABILITIES),
  /** null: not in the last 30 days. */
  seen_at: Instant.nullable(),
  /** By which install; null: a request that named none. */
  install_id: z.string().nullable(),
  platform: z.string().nullable(),
});
export type SdkCapability = z.infer<typeof SdkCapability>;

export const SDK_WARNINGS = [
  'unsigned_requests',
  'events_without_init',
  'duplicate_payments',
  'clock_skew',
  'no_user_id',
  'zero_advertising_ids',
  'click_before_open',
  'old_sdk',
] as const;

/** What an integration audit would raise, of the last 7 days. */
export const SdkWarning = z.object({
  kind: z.enum(SDK_WARNINGS),
  /** Rows that show it, of those that were looked at. */
  count: z.number(),
  of: z.number(),
  /** The latest of them. */
  last_at: Instant,
  install_id: z.string().nullable(),
  /** A value that shows it, such as an amount, a version or a difference. */
  example: z.string().nullable(),
});
export type SdkWarning = z.infer<typeof SdkWarning>;

const tag = 'Keys';

export const getSdkCheck = route({
  method: 'GET',
  path: '/project/sdk-check',
  tag,
  summary: 'What the SDK of this project has sent lately, by capability, and what is wrong with it',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ capabilities: z.array(SdkCapability), warnings: z.array(SdkWarning) }),
});

export const TestLink = z.object({
  link_id: LinkId,
  name: z.string(),
  campaign_name: z.string(),
  url: z.string(),
  /** The latest click of a person in the last 30 minutes. */
  clicked_at: Instant.nullable(),
});
export type TestLink = z.infer<typeof TestLink>;

export const listTestLinks = route({
  method: 'GET',
  path: '/project/test-links',
  tag,
  summary: 'The newest links that work, to try attribution with',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(TestLink),
});

/** What a first open can be simulated on; on the web it is a first visit. */
export const SIMULATED_PLATFORMS = ['ANDROID', 'IOS', 'WEB'] as const;
const SimulatedPlatform = z.enum(SIMULATED_PLATFORMS, { error: 'is none of ANDROID, IOS and WEB' });
export type SimulatedPlatform = z.infer<typeof SimulatedPlatform>;

export const simulateOpen = route({
  method: 'POST',
  path: '/project/simulated-open',
  tag,
  summary:
    'What a first open after the latest click on a link would be attributed to; nothing of it is stored or counted',
  access: inProject('connections.see'),
  body: z.object({ project_id: ProjectId, link_id: LinkId, platform: SimulatedPlatform }),
  response: z.object({
    clicked_at: Instant,
    /** The body of the call, without the token. */
    request: z.record(z.string(), z.json()),
    answer: AttributionData,
    decision: DecisionView,
  }),
});
