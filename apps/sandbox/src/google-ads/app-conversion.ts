import { z } from 'zod';
import { entitiesOf } from '../ad-accounts/ad-account.ts';
import type { Outcome, TakeContext, ToolAction, ToolRequest } from '../receivers/tool.ts';
import { appConversionErrors, appConversionWarnings, linkErrors } from './app-conversion-problem.ts';
import { GOOGLE_ACCOUNTS } from './google-ads.data.ts';
import { type AdClaim, type GoogleState, hashOf } from './google-state.ts';

const HOUR_SECONDS = 3600;
const INDIA = 2356;

const Claim = z.strictObject({
  rdid: z.string(),
  /** null: Google no longer claims this device. */
  campaign_id: z.string().nullable(),
  interaction_type: z.enum(['engagement', 'view']).default('engagement'),
  /** Seconds of the click or view; without it, an hour before the event. */
  timestamp: z.number().optional(),
});

const entityOf = (campaignId: string) =>
  GOOGLE_ACCOUNTS.flatMap((account) => entitiesOf(account, 'ad')).find(
    ({ campaign }) => campaign?.id === campaignId,
  ) ?? null;

/** POST /receivers/google-ads/attribute: whose installs Google claims, and by which campaign. */
export function attribute(state: GoogleState): ToolAction {
  return (body) => {
    const {
      rdid,
      campaign_id: campaignId,
      interaction_type: interactionType,
      timestamp = null,
    } = Claim.parse(body);
    if (campaignId === null) {
      state.claims.delete(rdid.toLowerCase());
      return undefined;
    }
    if (!entityOf(campaignId)) return { status: 404, body: { error: `There is no campaign ${campaignId}.` } };
    state.claims.set(rdid.toLowerCase(), { campaignId, interactionType, timestamp });
    return undefined;
  };
}

/** The click or view that Google claims; many fields of it may be null. */
function adEventOf({ campaignId, interactionType, timestamp }: AdClaim, query: URLSearchParams) {
  const entity = entityOf(campaignId);
  if (!entity) return null;
  const { account, campaign, adSet, ad } = entity;
  return {
    ad_event_id: `Q2owS${hashOf(`${query.get('rdid')}/${campaignId}/${timestamp ?? ''}`).slice(0, 30)}`,
    conversion_metric: 'conversion',
    interaction_type: interactionType,
    campaign_type: 'ACI',
    campaign_id: Number(campaign?.id),
    campaign_name: campaign?.name,
    ad_type: 'ClickToDownload',
    external_customer_id: Number(account.id),
    location: INDIA,
    network_type: 'Search',
    network_subtype: 'GoogleSearch',
    video_id: null,
    keyword: null,
    match_type: null,
    placement: null,
    ad_group_id: Number(adSet?.id),
    ad_group_name: adSet?.name,
    creative_id: Number(ad?.id),
    timestamp: timestamp ?? Math.floor(Number(query.get('timestamp'))) - HOUR_SECONDS,
  };
}

const answerOf = (adEvents: unknown[], errors: string[]) => ({
  status: 200,
  body: { ad_events: adEvents, errors, attributed: adEvents.length > 0 },
});

function refuse(errors: string[]): Outcome {
  return { answer: answerOf([], errors), refused: errors.map((reason) => ({ index: 0, reason })) };
}

/** One event of an app; the answer says whether Google claims the device. */
export function takeAppConversion(request: ToolRequest, state: GoogleState, context: TakeContext): Outcome {
  const { query } = request;
  if (request.method !== 'POST') return { answer: { status: 405, body: '' } };
  const errors = appConversionErrors(request, { links: state.links, ...context });
  if (errors.length > 0) return refuse(errors);
  const rdid = query.get('rdid') ?? '';
  const key = [rdid, query.get('app_event_type'), query.get('app_event_name'), query.get('timestamp')].join(
    '/',
  );
  if (context.refuses(key)) return refuse([context.reason ?? 'timestamp_invalid']);
  const claim = state.claims.get(rdid.toLowerCase());
  const adEvent = claim ? adEventOf(claim, query) : null;
  if (adEvent) state.adEventLinks.set(adEvent.ad_event_id, query.get('link_id') ?? '');
  const { dev_token: _secret, ...data } = Object.fromEntries(query);
  const name = query.get('app_event_name') ?? query.get('app_event_type') ?? '';
  return {
    answer: answerOf(adEvent ? [adEvent] : [], []),
    // Google documents no dedup: the same event counts each time.
    items: [{ key: `app/${key}`, id: null, name, person: rdid, data, recognisedDays: 0 }],
    warnings: appConversionWarnings(query),
  };
}

const CROSS_NETWORK_PARAMETERS = ['dev_token', 'link_id', 'ad_event_id', 'attributed'];

/** The notice to Google about who got the credit for an ad event that it claimed. */
export function takeCrossNetwork(
  request: ToolRequest,
  state: GoogleState,
  { accepted }: TakeContext,
): Outcome {
  const { query, method } = request;
  if (method !== 'POST') return { answer: { status: 405, body: '' } };
  const [adEventId, attributed] = [query.get('ad_event_id') ?? '', query.get('attributed') ?? ''];
  const errors = [
    ...linkErrors(query, { links: state.links, accepted }),
    // Whom it was handed out to answers for it.
    ...(state.adEventLinks.get(adEventId) === query.get('link_id') ? [] : ['ad_event_id_invalid']),
    ...(['0', '1'].includes(attributed) ? [] : ['attributed_invalid']),
  ];
  if (errors.length > 0) return refuse(errors);
  const { dev_token: _secret, ...data } = Object.fromEntries(query);
  const item = {
    key: `cross/${adEventId}/${attributed}`,
    id: adEventId,
    person: query.get('rdid') ?? adEventId,
  };
  return {
    answer: { status: 200, body: { ad_events: [], errors: [], attributed: attributed === '1' } },
    items: [{ ...item, name: 'cross_network', data }],
    warnings: [...query.keys()]
      .filter((name) => !CROSS_NETWORK_PARAMETERS.includes(name))
      .map((name) => `${name} is not documented`),
  };
}
