import type { NetworkDevice } from '../network-event.ts';

/** Strings in a fixed order, empty where nothing is known. */
const FIELDS = 16;

/** What Meta wants to know of a device: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/app-data */
export function extInfo(
  { osVersion, model, language, appVersion }: NetworkDevice,
  { platform, bundleId }: { platform: string; bundleId: string | null },
): string[] {
  const known: Record<number, string | null> = {
    0: platform === 'ios' ? 'i2' : 'a2',
    1: bundleId,
    2: appVersion,
    4: osVersion,
    5: model,
    6: language?.replace('-', '_') ?? null,
  };
  return Array.from({ length: FIELDS }, (_, index) => known[index] ?? '');
}
