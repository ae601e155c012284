import { z } from 'zod';
import { deliveryId } from '../delivery-id.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest, Verdict } from '../destination.ts';
import { type EventMap, mapOf, moneyOf } from '../event-map.ts';
import { hashEmail, hashPhone, sha256 } from '../hash-identity.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole } from '../judge-status.ts';
import type { NetworkEvent } from '../network-event.ts';
import { readAnswer } from '../read-answer.ts';

export interface TiktokEventsConfig {
  /** Of the Business API, such as `v1.3`. */
  version: string;
  accessToken: string;
  /** For events on the web; null: they are not sent. */
  pixelCode: string | null;
  /** TikTok's own id of the app; null: its events are not sent. */
  appIds: Readonly<Record<string, string>>;
  testEventCode: string | null;
  maps: readonly EventMap[];
}

type Source = 'app' | 'web';

/** An event as the Events API takes it, and where it belongs. */
export interface TiktokItem {
  source: Source;
  sourceId: string;
  event: {
    event: string;
    event_time: number;
    event_id: string;
    user: Record<string, unknown>;
    properties?: Record<string, unknown>;
    page?: { url: string };
    app?: { app_id: string; app_version?: string };
    limited_data_use?: true;
  };
}

const DAY_MS = 86_400_000;
/** The time that a request may wait before it is sent. */
const MARGIN_MS = 3_600_000;
const MOST_DAYS = { app: 28, web: 7 };
const isApp = ({ platform }: NetworkEvent) => platform === 'ios' || platform === 'android';

/** https://business-api.tiktok.com/portal/docs?id=1771100865818625: advertising ids are hashed too, those of a vendor not. */
function deviceOf({ platform, device }: NetworkEvent): Record<string, unknown> {
  const id = device.advertisingId;
  const hashed = id ? { [platform === 'ios' ? 'idfa' : 'gaid']: sha256(id.toLowerCase()) } : {};
  const vendor = platform === 'ios' && device.vendorId ? { idfv: device.vendorId } : {};
  const hasAnswered = platform === 'ios' && device.isTrackingAllowed !== null;
  const status = hasAnswered ? (device.isTrackingAllowed ? 'AUTHORIZED' : 'DENIED') : 'NOT_APPLICABLE';
  return { ...hashed, ...vendor, att_status: status };
}

function userOf(event: NetworkEvent): Record<string, unknown> {
  const { contact, userId, country, device, click } = event;
  const listed = (text: string | null) => (text === null ? undefined : [text]);
  const all = {
    email: listed(hashEmail('tiktok', contact.email)),
    phone: listed(hashPhone('tiktok', contact.phone)),
    external_id: listed(userId === null ? null : sha256(userId)),
    country: country.toLowerCase() || undefined,
    ip: device.ip ?? undefined,
    user_agent: device.userAgent ?? undefined,
    locale: device.language ?? undefined,
    ttclid: click?.ids.ttclid,
  };
  const known = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...(isApp(event) ? deviceOf(event) : {}) };
}

/** The app or the pixel that an event belongs to, or why it is not sent. */
function sourceOf(
  event: NetworkEvent,
  { appIds, pixelCode }: TiktokEventsConfig,
): Pick<TiktokItem, 'source' | 'sourceId'> | { skip: string } {
  if (isApp(event)) {
    const appId = appIds[event.platform];
    if (!appId) return { skip: 'TikTok’s id of this app is not entered.' };
    return { source: 'app', sourceId: appId };
  }
  if (!pixelCode) return { skip: 'No pixel is chosen for events on the web.' };
  return { source: 'web', sourceId: pixelCode };
}

/** TikTok has to recognise the person by something. */
const RECOGNISED_BY = ['email', 'phone', 'external_id', 'ttclid', 'idfa', 'gaid', 'idfv', 'ip'];

function map(
  event: NetworkEvent,
  config: TiktokEventsConfig,
  now: Date,
): { send: TiktokItem } | { skip: string } {
  const mapped = mapOf(event, config.maps, 'TIKTOK');
  if ('skip' in mapped) return mapped;
  const source = sourceOf(event, config);
  if ('skip' in source) return source;
  const days = MOST_DAYS[source.source];
  if (now.getTime() - event.occurredAt.getTime() > days * DAY_MS - MARGIN_MS) {
    return { skip: `TikTok does not accept events that are older than ${days} days.` };
  }
  const user = userOf(event);
  if (!RECOGNISED_BY.some((name) => Object.hasOwn(user, name))) {
    return { skip: 'TikTok would not recognise the person: no id of theirs is known.' };
  }
  const money = moneyOf(event, mapped.map);
  if (money && money.value < 0) return { skip: 'TikTok does not accept values below zero.' };
  const { pageUrl, appVersion } = event.device;
  const version = appVersion ? { app_version: appVersion } : {};
  return {
    send: {
      source: source.source,
      sourceId: source.sourceId,
      event: {
        event: mapped.map.networkEvent,
        event_time: Math.floor(Math.min(event.occurredAt.getTime(), now.getTime()) / 1000),
        event_id: deliveryId(event.id),
        user,
        ...(money ? { properties: { value: money.value, currency: money.currency } } : {}),
        ...(source.source === 'web' && pageUrl ? { page: { url: pageUrl } } : {}),
        ...(source.source === 'app' ? { app: { app_id: source.sourceId, ...version } } : {}),
        ...(event.consent.adUserData === false ? { limited_data_use: true as const } : {}),
      },
    },
  };
}

/** A request is about one app or one pixel. */
function requests(items: TiktokItem[], config: TiktokEventsConfig): PlannedRequest<TiktokItem>[] {
  const groups = new Map<string, TiktokItem[]>();
  for (const item of items) {
    const key = `${item.source} ${item.sourceId}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const test = config.testEventCode === null ? {} : { test_event_code: config.testEventCode };
  return [...groups.values()].map((group) => {
    const body = {
      event_source: group[0]?.source,
      event_source_id: group[0]?.sourceId,
      partner_name: 'Trailmark',
      ...test,
      data: group.map(({ event }) => event),
    };
    return {
      endpoint: `track ${group[0]?.source} ${group[0]?.sourceId}`,
      items: group,
      request: {
        method: 'POST',
        url: `https://business-api.tiktok.com/open_api/${config.version}/event/track/`,
        headers: { 'content-type': 'application/json', 'access-token': config.accessToken },
        body: JSON.stringify(body),
      },
    };
  });
}

const Answer = z.object({ code: z.int(), message: z.string().catch('') });
const TAKEN = 0;
const BUSY = [40100, 40700];
const BAD_TOKEN = [40001, 40105];

/** The status is 200 whatever became of a request: the code in the answer counts. */
function judgeCode({ code, message }: z.infer<typeof Answer>): Verdict | 'refused' {
  const words = `answered ${code}: ${message.slice(0, 200)}`;
  if (code === TAKEN) return 'delivered';
  if (BAD_TOKEN.includes(code)) return { reconnect: words };
  return BUSY.includes(code) || code >= 50000 ? { retry: words } : 'refused';
}

/** Where only some were taken (20001) it is not said which: each is tried by itself, and a repeat is recognised. */
function judge(response: OutboundResponse, { items }: PlannedRequest<TiktokItem>, now: Date): Judgement {
  if (!isSuccess(response)) return forAll(items, judgeStatus(response, now));
  const answer = readAnswer(Answer, response);
  if (!answer) return forAll(items, foreignAnswer(response, 'TikTok'));
  const verdict = judgeCode(answer);
  if (verdict !== 'refused') return forAll(items, verdict);
  return refusedWhole(items, `answered ${answer.code}: ${answer.message.slice(0, 200)}`);
}

/** Its Events API 2.0; the number of events in a request is not published, and 50 is what was taken by the API before it. */
export const tiktokEvents: Destination<TiktokEventsConfig, TiktokItem, NetworkEvent> = {
  kind: 'TIKTOK',
  limits: { maxItems: 50, maxBytes: 1_000_000, concurrency: 4, itemsPerSecond: null },
  map,
  requests,
  judge,
};
