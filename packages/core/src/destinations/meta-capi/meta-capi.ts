import { deliveryId } from '../delivery-id.ts';
import type { Destination, PlannedRequest } from '../destination.ts';
import { type EventMap, mapOf, moneyOf } from '../event-map.ts';
import { hashEmail, hashNames, hashPhone, sha256 } from '../hash-identity.ts';
import type { NetworkEvent } from '../network-event.ts';
import { extInfo } from './ext-info.ts';
import { judgeMeta } from './judge-meta.ts';
import { META_INSTALL, META_INSTALL_DAYS } from './meta-install.ts';

export interface MetaCapiConfig {
  /** Of the Graph API, such as `v26.0`. */
  version: string;
  datasetId: string;
  accessToken: string;
  /** Events with it are shown to the person who tests; they count all the same. */
  testEventCode: string | null;
  /** The app in its store. */
  bundleIds: Readonly<Record<string, string>>;
  maps: readonly EventMap[];
}

/** An event as the Conversions API takes it. */
export interface MetaEvent {
  event_name: string;
  event_time: number;
  event_id: string;
  action_source: 'app' | 'website';
  event_source_url?: string;
  user_data: Record<string, string | string[]>;
  app_data?: Record<string, unknown>;
  custom_data?: Record<string, unknown>;
  data_processing_options?: string[];
  data_processing_options_country?: number;
  data_processing_options_state?: number;
}

const DAY_MS = 86_400_000;
/** https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api: one older event fails the request. */
const MOST_DAYS = 7;
/** The time that a request may wait before it is sent. */
const MARGIN_MS = 3_600_000;

const INSTALL_SENT = `An install of this device or person was sent to this dataset within ${META_INSTALL_DAYS} days, and Meta counts one.`;

const isWeb = ({ platform }: NetworkEvent) => platform !== 'ios' && platform !== 'android';

function problemOf(event: NetworkEvent, now: Date): string | null {
  if (now.getTime() - event.occurredAt.getTime() > MOST_DAYS * DAY_MS - MARGIN_MS) {
    return `Meta does not accept events that are older than ${MOST_DAYS} days.`;
  }
  const { device } = event;
  if (!isWeb(event)) {
    return device.osVersion ? null : 'Meta needs the version of the device’s system, and it is not known.';
  }
  if (!device.pageUrl) return 'Meta needs the address of the page for an event on the web.';
  return device.userAgent ? null : 'Meta needs the browser of the person for an event on the web.';
}

/** https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc */
function fbcOf({ click }: NetworkEvent): string | null {
  const id = click?.ids.fbclid;
  return click && id ? `fb.1.${click.at.getTime()}.${id}` : null;
}

/** Advertising ids and addresses are sent as they are, people's own data hashed. */
function userDataOf(event: NetworkEvent): MetaEvent['user_data'] {
  const { device, contact, country, userId, installId } = event;
  const isApp = !isWeb(event);
  const name = hashNames(contact.name);
  const hashed = (text: string | null) => (text === null || text === '' ? null : [text]);
  const all = {
    em: hashed(hashEmail('meta', contact.email)),
    ph: hashed(hashPhone('meta', contact.phone)),
    fn: hashed(name.first),
    ln: hashed(name.last),
    external_id: hashed(userId && sha256(userId)),
    country: hashed(country && sha256(country.toLowerCase())),
    madid: isApp ? device.advertisingId : null,
    anon_id: isApp ? installId : null,
    client_ip_address: device.ip,
    client_user_agent: device.userAgent,
    fbc: fbcOf(event),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, value]])),
  );
}

function appDataOf(event: NetworkEvent, config: MetaCapiConfig): Record<string, unknown> {
  const { device, platform } = event;
  // Without App Tracking Transparency nobody is asked: that is Android, and iOS before 14.5.
  const isAllowed = device.isTrackingAllowed ?? platform === 'android';
  return {
    advertiser_tracking_enabled: isAllowed ? 1 : 0,
    application_tracking_enabled: event.consent.adPersonalization === false ? 0 : 1,
    extinfo: extInfo(device, { platform, bundleId: config.bundleIds[platform] ?? null }),
    ...(device.vendorId ? { vendor_id: device.vendorId } : {}),
  };
}

function sourceOf(event: NetworkEvent, config: MetaCapiConfig) {
  if (!isWeb(event)) return { action_source: 'app' as const, app_data: appDataOf(event, config) };
  return { action_source: 'website' as const, event_source_url: event.device.pageUrl ?? '' };
}

/** For people who have refused that their data is used for ads: Meta then only counts. */
const LIMITED = {
  data_processing_options: ['LDU'],
  data_processing_options_country: 0,
  data_processing_options_state: 0,
};

function map(event: NetworkEvent, config: MetaCapiConfig, now: Date): { send: MetaEvent } | { skip: string } {
  const mapped = mapOf(event, config.maps, 'META');
  if ('skip' in mapped) return mapped;
  const problem = problemOf(event, now);
  if (problem) return { skip: problem };
  if (mapped.map.networkEvent === META_INSTALL && event.isInstallSent) return { skip: INSTALL_SENT };
  const money = moneyOf(event, mapped.map);
  if (money && money.value < 0) return { skip: 'Meta does not accept values below zero.' };
  return {
    send: {
      event_name: mapped.map.networkEvent,
      // A clock that is ahead of ours would be in the future for Meta too.
      event_time: Math.floor(Math.min(event.occurredAt.getTime(), now.getTime()) / 1000),
      event_id: deliveryId(event.id),
      ...sourceOf(event, config),
      user_data: userDataOf(event),
      ...(money ? { custom_data: { value: money.value, currency: money.currency } } : {}),
      ...(event.consent.adUserData === false ? LIMITED : {}),
    },
  };
}

function requests(items: MetaEvent[], config: MetaCapiConfig): PlannedRequest<MetaEvent>[] {
  const { version, datasetId, accessToken, testEventCode } = config;
  const test = testEventCode === null ? {} : { test_event_code: testEventCode };
  const body = { data: items, partner_agent: 'trailmark', ...test, access_token: accessToken };
  return [
    {
      endpoint: 'events',
      items,
      request: {
        method: 'POST',
        url: `https://graph.facebook.com/${version}/${datasetId}/events`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    },
  ];
}

/** https://developers.facebook.com/docs/marketing-api/conversions-api */
export const metaCapi: Destination<MetaCapiConfig, MetaEvent, NetworkEvent> = {
  kind: 'META',
  limits: { maxItems: 500, maxBytes: 4_000_000, concurrency: 4, itemsPerSecond: null },
  map,
  requests,
  judge: (response, { items }, now) => judgeMeta(response, items, now),
};
