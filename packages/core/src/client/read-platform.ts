import { advertisingId, androidId } from '../referrers/ids.ts';
import { optionalText } from './clean.ts';

export type DevicePlatform = 'ios' | 'android' | 'web' | 'other';

type DeviceData = Record<string, unknown>;

const isApple = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === 'apple';

function isAppleDevice(deviceData: DeviceData): boolean {
  const system = optionalText(deviceData.system_name)?.toLowerCase();
  return (
    isApple(deviceData.brand) ||
    isApple(deviceData.manufacturer) ||
    advertisingId(deviceData.idfv) !== null ||
    system === 'ios' ||
    system === 'ipados'
  );
}

function isAndroidDevice(deviceData: DeviceData): boolean {
  const hasReferrer = Object.entries(deviceData).some(
    ([name, value]) => name.startsWith('install_ref') && optionalText(value) !== null,
  );
  return (
    hasReferrer ||
    advertisingId(deviceData.gaid) !== null ||
    Number(deviceData.api_level) > 0 ||
    optionalText(deviceData.appsetid) !== null ||
    androidId(deviceData.android_id) !== null
  );
}

/** The system of a device: as its client names it, or by what it says of itself, since frameworks run on both. */
export function readPlatform(
  named: string | null | undefined,
  deviceData: DeviceData | null | undefined,
): DevicePlatform {
  if (named === 'IOS') return 'ios';
  if (named === 'ANDROID') return 'android';
  if (named === 'WEB') return 'web';
  if (!deviceData) return 'other';
  if (isAppleDevice(deviceData)) return 'ios';
  return isAndroidDevice(deviceData) ? 'android' : 'other';
}
