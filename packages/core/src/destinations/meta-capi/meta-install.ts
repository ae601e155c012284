import { createHash } from 'node:crypto';
import type { NetworkEvent } from '../network-event.ts';

/** Meta's name of an install. */
export const META_INSTALL = 'MobileAppInstall';
/** Meta keeps one install of a person within this time, from any source. */
export const META_INSTALL_DAYS = 90;

/** By what an install of the same device or person is recognised, without the ids themselves. */
export function deviceKeys({ installId, userId, device }: NetworkEvent): string[] {
  const ids = {
    install: installId,
    user: userId,
    advertising_id: device.advertisingId?.toLowerCase() ?? null,
    vendor_id: device.vendorId?.toLowerCase() ?? null,
  };
  return Object.entries(ids).flatMap(([name, id]) =>
    id ? [createHash('sha256').update(`${name} ${id}`).digest('hex')] : [],
  );
}
