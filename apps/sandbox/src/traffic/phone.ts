import { addressOf, type Device } from './device.ts';
import { ProductError } from './product.ts';
import type { Random } from './random.ts';

/** Where phones send to, and the public token that the app carries. */
export interface Endpoint {
  url: string;
  token: string;
  signal: AbortSignal;
}

type Body = Record<string, unknown>;

/** A phone that taps ads and runs the app, through public endpoints only. */
export interface Phone {
  /** The signed click that the store would hand to the app; null where the store hands on nothing. */
  click(slug: string): Promise<string | null>;
  view(slug: string): Promise<void>;
  call(name: string, body?: Body): Promise<void>;
  /** The app is opened, perhaps with what the store or a link gave it. */
  open(given?: { click?: string | null; link?: string }): Promise<void>;
}

function signedClick(location: string | null): string | null {
  if (!location) return null;
  const { searchParams } = new URL(location);
  return (
    searchParams.get('tm_click') ?? new URLSearchParams(searchParams.get('referrer') ?? '').get('tm_click')
  );
}

const ID_NAMES = { ANDROID: 'gaid', IOS: 'idfa' } as const;

function deviceData({ platform, advertisingId, vendorId, model, osVersion, region }: Device): Body {
  return {
    ...(advertisingId ? { [ID_NAMES[platform]]: advertisingId } : {}),
    ...(platform === 'IOS'
      ? { idfv: vendorId, att_status: advertisingId ? 3 : 2 }
      : { android_id: vendorId }),
    device: model,
    system_version: osVersion,
    language: region.language,
  };
}

export function createPhone(
  endpoint: Endpoint,
  { device, installId, random }: { device: Device; installId: string; random: Random },
): Phone {
  const { url, token, signal } = endpoint;
  const { platform, advertisingId } = device;
  const headers = {
    'x-forwarded-for': addressOf(device, random),
    'user-agent': device.agent,
    'accept-language': device.region.language,
  };
  const query = advertisingId ? `?${ID_NAMES[platform]}=${advertisingId}` : '';
  const call = async (name: string, body: Body = {}) => {
    const response = await fetch(`${url}/api/client/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ token, install_instance_id: installId, platform, ...body }),
      signal,
    });
    const { msg } = (await response.json()) as { msg: string };
    if (!response.ok)
      throw new ProductError(`${name} was answered with ${response.status}: ${msg}`, response.status);
  };
  return {
    call,
    async click(slug) {
      const response = await fetch(`${url}/l/${slug}${query}`, { headers, redirect: 'manual', signal });
      await response.body?.cancel();
      return signedClick(response.headers.get('location'));
    },
    async view(slug) {
      await (await fetch(`${url}/i/${slug}${query}`, { headers, signal })).body?.cancel();
    },
    async open({ click, link } = {}) {
      const referrer = click && platform === 'ANDROID' ? { install_referrer: `tm_click=${click}` } : {};
      await call('init', {
        app_version: device.appVersion,
        package_version: '1.0.0',
        device_data: { ...deviceData(device), ...referrer },
        ...(link ? { link } : {}),
      });
    },
  };
}
