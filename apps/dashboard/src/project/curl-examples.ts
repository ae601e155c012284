import type { StorePlatform } from '@trailmark/contract/store-listings';

export interface CurlTarget {
  /** Where this installation is reached. */
  origin: string;
  token: string;
  platform: StorePlatform;
}

/** Twenty letters and digits, as an SDK makes them once per install. */
const INSTALL = 'kiteTestInstall00001';

const DEVICE: Record<StorePlatform, Record<string, string>> = {
  ANDROID: { device: 'Pixel 8', system_version: '15', locale: 'en-IN' },
  IOS: { device: 'iPhone15,2', system_version: '18.6', locale: 'en-IN' },
};

/** A call of an app for a terminal. */
export function requestCurl(origin: string, call: string, body: Record<string, unknown>): string {
  // A single quote would end the shell's text.
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl -X POST ${origin}/api/client/${call} \\\n  -H 'content-type: application/json' \\\n  -d '${json}'`;
}

export function initCurl(target: CurlTarget): string {
  const { token, platform } = target;
  return requestCurl(target.origin, 'init', {
    token,
    platform,
    install_instance_id: INSTALL,
    app_version: '1.0.0',
    device_data: DEVICE[platform],
  });
}

export function captureEventCurl(target: CurlTarget): string {
  const { token, platform } = target;
  return requestCurl(target.origin, 'capture-event', {
    token,
    platform,
    install_instance_id: INSTALL,
    event_name: 'add_to_cart',
    event_id: 'test-event-1',
    event_data: { item: 'mangoes', quantity: 2 },
  });
}
