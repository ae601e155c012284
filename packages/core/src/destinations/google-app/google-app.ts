import { NETWORK_EVENT_NAMES } from '@trailmark/contract/network-event-names';
import type { Destination, PlannedRequest } from '../destination.ts';
import { type EventMap, mapOf, moneyOf } from '../event-map.ts';
import type { NetworkEvent } from '../network-event.ts';
import { judgeGoogleApp } from './judge-google-app.ts';

export interface GoogleAppConfig {
  /** Of the app conversion endpoint, such as `1.0`. */
  version: string;
  developerToken: string;
  /** By platform: the link between an app and this installation, which Google Ads shows. */
  linkIds: Readonly<Record<string, string>>;
  maps: readonly EventMap[];
}

/** A call: there is one for each event. */
export interface GoogleAppItem {
  query: Record<string, string>;
  userAgent: string;
  ip: string;
}

/** Everything else is a custom event with a name. */
const APP_EVENT_TYPES = NETWORK_EVENT_NAMES.GOOGLE.known;

/** Only of opens Google says whether its ads led to them. */
const OPENS = ['first_open', 'session_start'];

const MOST_NAME = 64;
const NO_ADVERTISING_ID = '00000000-0000-0000-0000-000000000000';
/** Of the European Economic Area, where consent has to be told, with the United Kingdom and Switzerland. */
const CONSENT_COUNTRIES =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE GB CH'.split(
    ' ',
  );

function typeOf({ networkEvent }: EventMap): Record<string, string> {
  const isKnown = APP_EVENT_TYPES.includes(networkEvent);
  if (isKnown) return { app_event_type: networkEvent };
  return { app_event_type: 'custom', app_event_name: networkEvent.slice(0, MOST_NAME) };
}

/** Ids of Google's own that came with the click; on Android those of the store's referrer. */
function clickOf({ click, platform }: NetworkEvent): Record<string, string> {
  const { gclid, gbraid } = click?.ids ?? {};
  return {
    ...(gclid ? { [platform === 'android' ? 'market_referrer_gclid' : 'gclid']: gclid } : {}),
    ...(gbraid ? { gbraid } : {}),
  };
}

/** Whether an ad of Google's brought the person back. */
function openSourceOf({ credit }: NetworkEvent, { networkEvent }: EventMap): Record<string, string> {
  if (networkEvent !== 'session_start') return {};
  return { app_open_source: credit.network === 'GOOGLE' ? 'ad_click' : 'organic' };
}

function consentOf({ consent, country }: NetworkEvent): Record<string, string> {
  const answered = (name: string, value: boolean | null) =>
    value === null ? {} : { [name]: value ? '1' : '0' };
  const isEea = consent.isEea ?? CONSENT_COUNTRIES.includes(country);
  return {
    ...(isEea ? { eea: '1' } : {}),
    ...answered('ad_user_data', consent.adUserData),
    ...answered('ad_personalization', consent.adPersonalization),
  };
}

const KNOWN_SESSION = 'Google was sent this session before: its own answer said that an ad led to it.';

function problemOf({ device, platform }: NetworkEvent, { linkIds }: GoogleAppConfig): string | null {
  if (!linkIds[platform]) return 'No link id is entered for this platform.';
  if (!device.appVersion) return 'Google needs the version of the app, and it is not known.';
  if (!device.osVersion) return 'Google needs the version of the device’s system, and it is not known.';
  return device.ip ? null : 'Google needs the address of the device, and it is not known.';
}

/** As a Proxy describes the device that it speaks for. */
function userAgentOf({ platform, device }: NetworkEvent): string {
  const system = `${platform === 'ios' ? 'iOS' : 'Android'} ${device.osVersion}`;
  const details = [system, device.language ?? 'en', device.model ?? 'unknown', 'unknown', 'Proxy'];
  // Text of a client must not begin a new header.
  return `Trailmark/${device.appVersion} (${details.join('; ')})`.replace(/[^\x20-\x7e]/g, '?');
}

function map(
  event: NetworkEvent,
  config: GoogleAppConfig,
  now: Date,
): { send: GoogleAppItem } | { skip: string } {
  const mapped = mapOf(event, config.maps, 'GOOGLE');
  if ('skip' in mapped) return mapped;
  if (event.isClaimedReturn && OPENS.includes(mapped.map.networkEvent)) return { skip: KNOWN_SESSION };
  const problem = problemOf(event, config);
  if (problem) return { skip: problem };
  const { device, platform } = event;
  const money = moneyOf(event, mapped.map);
  if (money && money.value < 0) return { skip: 'Google does not accept values below zero.' };
  const isLimited = !(device.isTrackingAllowed ?? platform === 'android') || device.advertisingId === null;
  return {
    send: {
      query: {
        link_id: config.linkIds[platform] ?? '',
        ...typeOf(mapped.map),
        rdid: device.advertisingId ?? NO_ADVERTISING_ID,
        id_type: platform === 'ios' ? 'idfa' : 'advertisingid',
        lat: isLimited ? '1' : '0',
        app_version: device.appVersion ?? '',
        os_version: device.osVersion ?? '',
        sdk_version: device.appVersion ?? '',
        timestamp: (Math.min(event.occurredAt.getTime(), now.getTime()) / 1000).toFixed(6),
        ...(money ? { value: String(money.value), currency_code: money.currency } : {}),
        ...clickOf(event),
        ...openSourceOf(event, mapped.map),
        ...consentOf(event),
      },
      userAgent: userAgentOf(event),
      ip: device.ip ?? '',
    },
  };
}

function requests(items: GoogleAppItem[], config: GoogleAppConfig): PlannedRequest<GoogleAppItem>[] {
  return items.map((item) => {
    const query = new URLSearchParams({ dev_token: config.developerToken, ...item.query });
    return {
      endpoint: 'app',
      items: [item],
      request: {
        method: 'POST',
        url: `https://www.googleadservices.com/pagead/conversion/app/${config.version}?${query}`,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': item.userAgent,
          'x-forwarded-for': item.ip,
        },
        body: '',
      },
    };
  });
}

/** https://developers.google.com/app-conversion-tracking/api: one event for each call. */
export const googleApp: Destination<GoogleAppConfig, GoogleAppItem, NetworkEvent> = {
  kind: 'GOOGLE',
  limits: { maxItems: 1, maxBytes: 100_000, concurrency: 16, itemsPerSecond: null },
  map,
  requests,
  judge: (response, { items }, now) =>
    judgeGoogleApp(response, { now, isOpen: OPENS.includes(items[0]?.query.app_event_type ?? '') }),
};
