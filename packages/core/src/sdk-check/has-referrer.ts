import { readReferrers } from '../client/read-referrers.ts';

/** Whether a store or Meta has said in the device data what led to the install. */
export function hasReferrer(deviceData: Record<string, unknown>): boolean {
  const { installReferrer, metaReferrer } = readReferrers(deviceData);
  return installReferrer !== null || metaReferrer !== null;
}
