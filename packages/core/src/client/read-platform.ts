import { advertisingId, androidId } from '../referrers/ids.ts';
import { optionalText } from './clean.ts';

export type DevicePlatform = 'ios' | 'android' | 'other';

type Bag = Record<string, unknown>;

const isApple = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === 'apple';

function isAppleDevice(bag: Bag): boolean {
  const system = optionalText(bag.system_name)?.toLowerCase();
  return (
    isApple(bag.brand) ||
    isApple(bag.manufacturer) ||
    advertisingId(bag.idfv) !== null ||
    system === 'ios' ||
    system === 'ipados'
  );
}

function isAndroidDevice(bag: Bag): boolean {
  const hasReferrer = Object.entries(bag).some(
    ([name, value]) => name.startsWith('install_ref') && optionalText(value) !== null,
  );
  return (
    hasReferrer ||
    advertisingId(bag.gaid) !== null ||
    Number(bag.api_level) > 0 ||
    optionalText(bag.appsetid) !== null ||
    androidId(bag.android_id) !== null
  );
}

/** The system of a device: as its client names it, or by what it says of itself, since frameworks run on both. */
export function readPlatform(named: string | null | undefined, bag: Bag | null | undefined): DevicePlatform {
  if (named === 'IOS') return 'ios';
  if (named === 'ANDROID') return 'android';
  if (!bag) return 'other';
  if (isAppleDevice(bag)) return 'ios';
  return isAndroidDevice(bag) ? 'android' : 'other';
}
