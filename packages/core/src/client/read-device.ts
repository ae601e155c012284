import { advertisingId, androidId, isMalformedId } from '../referrers/ids.ts';
import { cleanObject, optionalId, optionalText } from './clean.ts';
import {
  type ConsentStatement,
  isTrackingAuthorized,
  readAttStatus,
  readDeviceConsent,
} from './read-consent.ts';
import { readPlatform } from './read-platform.ts';
import { type DeviceReferrers, readReferrers } from './read-referrers.ts';
import { type WebTouch, withoutClickIds } from './web-touch.ts';

/** The device data of an app, cleaned: ids of zeros are null, and so are empty texts. */
export interface Device extends DeviceReferrers {
  advertisingId: string | null;
  hasMalformedId: boolean;
  vendorId: string | null;
  /** Of the install before on the same device, where the app could keep it. */
  previousInstallId: string | null;
  osVersion: string | null;
  model: string | null;
  language: string | null;
  appVersion: string | null;
  sdkVersion: string | null;
  trackingAuthorized: boolean | null;
  consent: ConsentStatement | null;
  adServicesToken: string | null;
  raw: Record<string, unknown> | null;
  /** Of a browser; see `read-item.ts`. */
  firstTouch?: WebTouch | null;
  lastTouch?: WebTouch | null;
}

type DeviceData = Record<string, unknown>;

const MAX_RAW = 16 * 1024;
/** Apple's model identifiers; old clients on iOS send one as the device's id. */
const APPLE_MODEL = /^(?:iPhone|iPad|iPod)\d+,\d+$/;

const trackingOf = (deviceData: DeviceData) =>
  isTrackingAuthorized(
    readAttStatus(deviceData.att_status ?? deviceData.tracking_status ?? deviceData.attStatus),
  );

/** One client sends Android's own id as the advertising id: it is the vendor's. */
function vendorIdOf(deviceData: DeviceData): string | null {
  return (
    advertisingId(deviceData.idfv) ??
    androidId(deviceData.android_id) ??
    androidId(deviceData.device_id) ??
    androidId(deviceData.gaid) ??
    optionalId(deviceData.appsetid, 100) ??
    optionalId(deviceData.app_set_id, 100) ??
    optionalId(deviceData.vendor_id, 100)
  );
}

/** An old React Native client: `device` is then a code name on Android, and `device_name` what a person calls it. */
const isOldReactNative = (deviceData: DeviceData) => 'device_token' in deviceData;

function modelOf(deviceData: DeviceData, isAndroid: boolean): string | null {
  const model = optionalText(deviceData.device_model, 100) ?? optionalText(deviceData.model, 100);
  if (model !== null) return model;
  if (isAndroid && isOldReactNative(deviceData)) return null;
  const family = optionalText(deviceData.device, 100);
  if (family !== null) return family;
  if (isAndroid) return optionalText(deviceData.device_name, 100);
  const id = optionalText(deviceData.device_id, 100);
  return id !== null && APPLE_MODEL.test(id) ? id : null;
}

function rawOf(deviceData: DeviceData): Record<string, unknown> | null {
  // The token is used once and not stored; the name of a phone is often that of a person.
  const { adservices_attribution_token: _token, device_name: _name, ...kept } = deviceData;
  const raw = cleanObject(kept, MAX_RAW);
  return raw === 'tooLarge' ? null : raw;
}

/** Reads `device_data`: any field may be missing, null, empty or a text such as `<null>`. */
export function readDevice(
  deviceData: DeviceData | null | undefined,
  { app, sdk, platform }: { app?: unknown; sdk?: unknown; platform?: string | null | undefined } = {},
): Device {
  const given = deviceData ?? {};
  return {
    advertisingId:
      advertisingId(given.gaid) ?? advertisingId(given.idfa) ?? advertisingId(given.advertising_id),
    hasMalformedId: [given.gaid, given.idfa, given.advertising_id].some(isMalformedId),
    vendorId: vendorIdOf(given),
    previousInstallId: optionalId(given.previous_install_instance_id, 64),
    osVersion: optionalText(given.system_version, 50) ?? optionalText(given.os_version, 50),
    model: modelOf(given, readPlatform(platform, given) === 'android'),
    language: optionalText(given.language, 35) ?? optionalText(given.locale, 35),
    appVersion:
      optionalText(app, 50) ?? optionalText(given.app_version, 50) ?? optionalText(given.version, 50),
    sdkVersion: optionalText(sdk, 50),
    trackingAuthorized: trackingOf(given),
    consent: readDeviceConsent(given.consent),
    adServicesToken: optionalText(given.adservices_attribution_token, 4096),
    raw: deviceData ? rawOf(deviceData) : null,
    // Last: what is put behind a copy costs V8 a microsecond each.
    ...readReferrers(given),
  };
}

/** Fields of `device_data` with ids that only ads need. */
export const AD_ID_FIELDS = ['gaid', 'idfa', 'advertising_id'];

/** The same without ids that only ads need, of a person who refuses them. */
export function withoutAdvertisingIds(device: Device): Device {
  const raw =
    device.raw &&
    Object.fromEntries(Object.entries(device.raw).filter(([name]) => !AD_ID_FIELDS.includes(name)));
  const touches = {
    firstTouch: withoutClickIds(device.firstTouch),
    lastTouch: withoutClickIds(device.lastTouch),
  };
  return { ...device, advertisingId: null, hasMalformedId: false, raw, ...touches };
}
