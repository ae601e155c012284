import type { Destination, Judgement, OutboundResponse, PlannedRequest } from '../destination.ts';
import { type EventMap, mapOf } from '../event-map.ts';
import { answerRequests, type GoogleAnswerItem, mapAnswer } from '../google-app/answer-claim.ts';
import { type GoogleAppConfig, type GoogleAppItem, googleApp } from '../google-app/google-app.ts';
import { judgeCrossNetwork } from '../google-app/judge-google-app.ts';
import {
  type GoogleOfflineConfig,
  type GoogleOfflineItem,
  googleOffline,
} from '../google-offline/google-offline.ts';
import type { NetworkEvent } from '../network-event.ts';

export interface GoogleConfig {
  /** Events of apps; null: no dev_token is entered. */
  app: Omit<GoogleAppConfig, 'maps'> | null;
  /** Conversions of the web and from elsewhere. */
  offline: Omit<GoogleOfflineConfig, 'maps'>;
  maps: readonly EventMap[];
}

export type GoogleItem = GoogleAppItem | GoogleAnswerItem | GoogleOfflineItem;

const isAppItem = (item: GoogleItem): item is GoogleAppItem => 'query' in item;
const isAnswer = (item: GoogleItem): item is GoogleAnswerItem => 'answers' in item;
/** Conversion actions have numbers; events of apps have types and names. */
export const isConversionAction = ({ networkEvent }: EventMap) => /^\d+$/.test(networkEvent);

const ONLY_APPS =
  'Google takes events of the web by a conversion action alone: choose one in the event map instead of a name.';
const NO_DEV_TOKEN = 'Google takes events of apps only with a dev_token, and none is entered.';

function map(event: NetworkEvent, config: GoogleConfig, now: Date): { send: GoogleItem } | { skip: string } {
  const { maps } = config;
  if (event.kind === 'claim_answer')
    return config.app ? mapAnswer(event, config.app) : { skip: NO_DEV_TOKEN };
  const mapped = mapOf(event, maps, 'GOOGLE');
  if ('skip' in mapped) return mapped;
  if (isConversionAction(mapped.map)) return googleOffline.map(event, { ...config.offline, maps }, now);
  if (event.platform !== 'ios' && event.platform !== 'android') return { skip: ONLY_APPS };
  return config.app ? googleApp.map(event, { ...config.app, maps }, now) : { skip: NO_DEV_TOKEN };
}

function requests(items: GoogleItem[], config: GoogleConfig, now: Date): PlannedRequest<GoogleItem>[] {
  const { app, offline, maps } = config;
  const ofApps = items.filter(isAppItem);
  const others = items.filter((item): item is GoogleOfflineItem => !isAppItem(item) && !isAnswer(item));
  return [
    ...(app ? googleApp.requests(ofApps, { ...app, maps }, now) : []),
    ...(app ? items.filter(isAnswer).flatMap((item) => answerRequests(item, app)) : []),
    ...(others.length > 0 ? googleOffline.requests(others, { ...offline, maps }, now) : []),
  ];
}

function judge(response: OutboundResponse, planned: PlannedRequest<GoogleItem>, now: Date): Judgement {
  if (planned.endpoint === 'cross_network') return judgeCrossNetwork(response, now);
  return planned.endpoint === 'app'
    ? googleApp.judge(response, planned as PlannedRequest<GoogleAppItem>, now)
    : googleOffline.judge(response, planned as PlannedRequest<GoogleOfflineItem>, now);
}

/** An account of Google Ads: events of apps go one by one, conversions of the web together. */
export const google: Destination<GoogleConfig, GoogleItem, NetworkEvent> = {
  kind: 'GOOGLE',
  // Calls for events of apps go one after the other within a batch: small batches go beside each other.
  limits: { ...googleOffline.limits, maxItems: 50, concurrency: googleApp.limits.concurrency },
  map,
  requests,
  judge,
};
