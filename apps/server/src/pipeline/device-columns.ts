import type { Device } from '@trailmark/core/client/read-device';
import type { WebTouch } from '@trailmark/core/client/web-touch';

/** What `installs` keeps of a device. */
export interface DeviceColumns {
  advertising_id: string | null;
  vendor_id: string | null;
  app_version: string | null;
  sdk_version: string | null;
  os_version: string | null;
  model: string | null;
  language: string | null;
  tracking_authorized: boolean | null;
  device_data: unknown;
  first_touch: WebTouch | null;
  last_touch: WebTouch | null;
}

export const DEVICE_COLUMNS = {
  advertising_id: 'text',
  vendor_id: 'text',
  app_version: 'text',
  sdk_version: 'text',
  os_version: 'text',
  model: 'text',
  language: 'text',
  tracking_authorized: 'boolean',
  device_data: 'jsonb',
  first_touch: 'jsonb',
  last_touch: 'jsonb',
} as const;

export function deviceColumnsOf(device: Device | null): DeviceColumns {
  return {
    advertising_id: device?.advertisingId ?? null,
    vendor_id: device?.vendorId ?? null,
    app_version: device?.appVersion ?? null,
    sdk_version: device?.sdkVersion ?? null,
    os_version: device?.osVersion ?? null,
    model: device?.model ?? null,
    language: device?.language ?? null,
    tracking_authorized: device?.trackingAuthorized ?? null,
    device_data: device?.raw ?? null,
    first_touch: device?.firstTouch ?? null,
    last_touch: device?.lastTouch ?? null,
  };
}
