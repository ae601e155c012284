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

/** 0 means that the store did not say. */
function seconds(value: unknown): Date | null {
  const number = Number(value);
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
  const isClick = (inside?.is_ct ?? bag.meta_is_ct ?? 1) !== 0;
  return { text, isClick, at: seconds(inside?.actual_timestamp ?? bag.meta_actual_timestamp) };
}

/** Reads `device_data`: any field may be missing, null, empty or the text `<null>`. */
export function readDevice(
  bag: Bag | null | undefined,
  versions: { app?: unknown; sdk?: unknown } = {},
): Device {
  const given = bag ?? {};
  const adId = given.gaid ?? given.idfa ?? given.advertising_id;
  const raw = cleanObject(bag, MAX_RAW);
  return {
    advertisingId:
      advertisingId(given.gaid) ?? advertisingId(given.idfa) ?? advertisingId(given.advertising_id),
    hasMalformedId: isMalformedId(adId),
    vendorId: advertisingId(given.idfv) ?? optionalText(given.android_id ?? given.app_set_id, 100),
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
    installBeginAt: seconds(
      given.install_begin_timestamp_server_seconds ?? given.install_begin_timestamp_seconds,
    ),
    metaReferrer: metaReferrerOf(given),
    adServicesToken: optionalText(given.adservices_attribution_token, 4096),
    raw: raw === 'tooLarge' ? null : raw,
  };
}
