import type { VisitEvent } from './visits.ts';
import type { WebhookPayload } from './webhook-payload.ts';

type Kind = WebhookPayload['type'];

/** What kinds of ours are called in a tool unless they are renamed; events keep the name that the app gave. */
export const TOOL_EVENT_NAMES = {
  install: 'Install',
  reinstall: 'Reinstall',
  reengagement: 'Re-engagement',
  reattribution: 'Reattribution',
  signup: 'Sign-up',
  payment: 'Payment',
  refund: 'Refund',
  decision_revised: 'Attribution revised',
} as const satisfies Partial<Record<Kind, string>>;

/** The same of visits, which a tool is sent only where they are chosen by name. */
export const TOOL_VISIT_NAMES: Record<VisitEvent, string> = {
  $session_start: 'Session start',
  $page_view: 'Page view',
  $screen_view: 'Screen view',
};

/** The kinds that a tool can be sent; what is about connections is for webhooks. */
export const TOOL_KINDS = [
  ...(Object.keys(TOOL_EVENT_NAMES) as (keyof typeof TOOL_EVENT_NAMES)[]),
  'event',
] as const;

/** Who is credited, as properties of every event and of the person. */
export const TOOL_ATTRIBUTION_NAMES = {
  network: '[Trailmark] network',
  campaign: '[Trailmark] campaign',
  campaignId: '[Trailmark] campaign id',
  link: '[Trailmark] link',
  adSet: '[Trailmark] ad set',
  creative: '[Trailmark] creative',
  matchType: '[Trailmark] match type',
  installedAt: '[Trailmark] installed at',
} as const;

/** What we add to every event. */
export const TOOL_PROPERTY_NAMES: readonly string[] = [
  ...['platform', 'country', 'amount', 'currency'],
  ...Object.values(TOOL_ATTRIBUTION_NAMES),
];
