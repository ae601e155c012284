import { optionalInstant, optionalText } from './clean.ts';

/** What the store and Meta's apps handed to the app. */
export interface DeviceReferrers {
  /** Google Play's install referrer as it came. */
  installReferrer: string | null;
  /** When the click was, by the store's clock where it is sent. */
  referrerClickAt: Date | null;
  installBeginAt: Date | null;
  metaReferrer: { text: string; isClick: boolean; at: Date | null } | null;
}

type DeviceData = Record<string, unknown>;

const MAX_REFERRER = 4096;

/** Every client has its own names; the first present one counts, in this order. */
const REFERRER = ['install_referrer', 'install_ref', 'installReferrer', 'install_ref_url', 'referrer'];
const CLICK_AT = [
  'referrer_click_timestamp_server_seconds',
  'referrerClickTimestampServerSeconds',
  'install_ref_referrerClickTimestampServerSeconds',
  // By the device's clock.
  'referrer_click_timestamp_seconds',
  'referrerClickTimestampSeconds',
  'install_ref_referrerClickTimestampSeconds',
];
/** Never by the device's own clock: a slow one would make every click come after the download. */
const BEGIN_AT = [
  'install_begin_timestamp_server_seconds',
  'installBeginTimestampServerSeconds',
  'install_ref_installBeginTimestampServerSeconds',
];
const META = ['meta_install_ref', 'meta_install_referrer', 'meta_referrer'];

/** Where a referrer may be, under the names of every client. */
export const REFERRER_FIELDS: readonly string[] = [...REFERRER, ...META];

/** 0 means that the store did not say. */
function seconds(value: unknown): Date | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? optionalInstant(number * 1000) : null;
}

function firstOf<Value>(
  deviceData: DeviceData,
  names: string[],
  read: (value: unknown) => Value | null,
): Value | null {
  for (const name of names) {
    const value = read(deviceData[name]);
    if (value !== null) return value;
  }
  return null;
}

function metaReferrer(deviceData: DeviceData, given: unknown): DeviceReferrers['metaReferrer'] {
  const inside = typeof given === 'object' && given !== null ? (given as DeviceData) : null;
  const text = optionalText(inside ? inside.install_referrer : given, MAX_REFERRER);
  if (!text) return null;
  const clickThrough = inside?.is_ct ?? deviceData.meta_is_ct ?? 1;
  const isClick = clickThrough !== false && Number(clickThrough) !== 0;
  return { text, isClick, at: seconds(inside?.actual_timestamp ?? deviceData.meta_actual_timestamp) };
}

/** Reads the referrers of `device_data`, under the names of every client. */
export function readReferrers(deviceData: DeviceData): DeviceReferrers {
  return {
    installReferrer: firstOf(deviceData, REFERRER, (value) => optionalText(value, MAX_REFERRER)),
    referrerClickAt: firstOf(deviceData, CLICK_AT, seconds),
    installBeginAt: firstOf(deviceData, BEGIN_AT, seconds),
    metaReferrer: firstOf(deviceData, META, (value) => metaReferrer(deviceData, value)),
  };
}
