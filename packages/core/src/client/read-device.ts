import { advertisingId, isMalformedId } from '../referrers/ids.ts';
import { cleanObject, optionalInstant, optionalText } from './clean.ts';

/** What the app says about its device, cleaned: ids of zeros are null, and so are empty texts. */
export interface Device {
  advertisingId: string | null;
  hasMalformedId: boolean;
  vendorId: string | null;
  osVersion: string | null;
  model: string | null;
  language: string | null;
  appVersion: string | null;
  sdkVersion: string | null;
  trackingAuthorized: boolean | null;
  /** Google Play's install referrer as it came. */
  installReferrer: string | null;
  /** When the store saw the click, by its server's clock. */
  referrerClickAt: Date | null;
  installBeginAt: Date | null;
  metaReferrer: { text: string; isClick: boolean; at: Date | null } | null;
  adServicesToken: string | null;
  raw: Record<string, unknown> | null;
}

type Bag = Record<string, unknown>;

const MAX_RAW = 16 * 1024;
const MAX_REFERRER = 4096;
const ATT_AUTHORIZED = 3;

/** An id of zeros would make one device of everybody without an id. */
function vendorText(value: unknown): string | null {
  const text = optionalText(value, 100);
  return text !== null && /[^0-]/.test(text) ? text : null;
}

/** 0 means that the store did not say. */
function seconds(value: unknown): Date | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? optionalInstant(number * 1000) : null;
}

function trackingOf(bag: Bag): boolean | null {
  const status = bag.att_status ?? bag.tracking_status ?? bag.attStatus;
  if (status === ATT_AUTHORIZED || status === 'authorized') return true;
  if (status === 1 || status === 2 || status === 'denied' || status === 'restricted') return false;
  return null;
}

function metaReferrerOf(bag: Bag): Device['metaReferrer'] {
  const given = bag.meta_install_referrer ?? bag.meta_referrer;
  const inside = typeof given === 'object' && given !== null ? (given as Bag) : null;
  const text = optionalText(inside ? inside.install_referrer : given, MAX_REFERRER);
  if (!text) return null;
  const told = inside?.is_ct ?? bag.meta_is_ct ?? 1;
  const isClick = told !== false && Number(told) !== 0;
  return { text, isClick, at: seconds(inside?.actual_timestamp ?? bag.meta_actual_timestamp) };
}

/** Reads `device_data`: any field may be missing, null, empty or the text `<null>`. */
export function readDevice(
  bag: Bag | null | undefined,
  versions: { app?: unknown; sdk?: unknown } = {},
): Device {
  const given = bag ?? {};
  const adId = given.gaid ?? given.idfa ?? given.advertising_id;
  // The token is asked about once and is nobody else's business.
  const { adservices_attribution_token: _, ...kept } = given;
  const raw = cleanObject(bag ? kept : null, MAX_RAW);
  return {
    advertisingId:
      advertisingId(given.gaid) ?? advertisingId(given.idfa) ?? advertisingId(given.advertising_id),
    hasMalformedId: isMalformedId(adId),
    vendorId: advertisingId(given.idfv) ?? vendorText(given.android_id) ?? vendorText(given.app_set_id),
    osVersion: optionalText(given.system_version ?? given.os_version, 50),
    model: optionalText(given.device ?? given.model, 100),
    language: optionalText(given.language ?? given.locale, 35),
    appVersion: optionalText(versions.app ?? given.version, 50),
    sdkVersion: optionalText(versions.sdk, 50),
    trackingAuthorized: trackingOf(given),
    installReferrer: optionalText(given.install_referrer ?? given.referrer, MAX_REFERRER),
    referrerClickAt: seconds(
      given.referrer_click_timestamp_server_seconds ?? given.referrer_click_timestamp_seconds,
    ),
    // Never by the device's own clock: a slow one would make every click come after the download.
    installBeginAt: seconds(given.install_begin_timestamp_server_seconds),
    metaReferrer: metaReferrerOf(given),
    adServicesToken: optionalText(given.adservices_attribution_token, 4096),
    raw: raw === 'tooLarge' ? null : raw,
  };
}
