import { randomBytes, randomUUID } from 'node:crypto';
import { getProjectToken } from '@trailmark/contract/keys';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import type { TestPerson } from './build.ts';
import type { TestServer } from './test-server.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  json: any;
  headers: Headers;
}

/** A phone: it clicks links and runs the app. */
export interface TestDevice {
  platform: 'ANDROID' | 'IOS';
  installId: string;
  ip: string;
  advertisingId: string;
  /** Apple's id of the phone for one vendor; null on Android. */
  vendorId: string | null;
  /** The parameter by which an ad names this phone. */
  idQuery: string;
  click(slug: string, query?: string): Promise<{ status: number; location: string | null }>;
  /** The click id that the store would hand to the app, or a web page to its link into the app. */
  clickToken(slug: string, query?: string): Promise<string>;
  /** An ad is seen. */
  view(slug: string, query?: string): Promise<number>;
  call(name: string, body?: Record<string, unknown>): Promise<Answer>;
  init(deviceData?: Record<string, unknown>, body?: Record<string, unknown>): Promise<Answer>;
  /** The app was opened by a link. */
  deeplink(url: string, body?: Record<string, unknown>): Promise<Answer>;
  event(name: string, body?: Record<string, unknown>): Promise<Answer>;
  /** The same phone after the app was removed and put there again. */
  reinstalled(): TestDevice;
}

export async function projectToken(owner: TestPerson, projectId: string): Promise<string> {
  return (await owner.call(getProjectToken, { query: { project_id: projectId } })).token;
}

/** Pages of this host may send events of the project. */
export async function allowHost(owner: TestPerson, projectId: string, host: string): Promise<void> {
  await owner.call(whitelistHost, { params: { project_id: projectId }, body: { host } });
}

interface GivenDevice {
  platform?: 'ANDROID' | 'IOS';
  ip?: string;
  installId?: string;
  advertisingId?: string;
  vendorId?: string | null;
  /** What the browser says that it is. */
  agent?: string;
  /** What the browser says that its person speaks. */
  language?: string;
  /** The site whose page sends the calls. */
  origin?: string;
}

let count = 0;

export function buildDevice(server: TestServer, token: string, given: GivenDevice = {}): TestDevice {
  count += 1;
  const platform = given.platform ?? 'ANDROID';
  const ip =
    given.ip ?? `103.${Math.floor(count / 65025) % 255}.${Math.floor(count / 255) % 255}.${count % 255}`;
  const installId = given.installId ?? randomBytes(10).toString('hex');
  const advertisingId = given.advertisingId ?? randomUUID();
  const vendorId = given.vendorId ?? (platform === 'IOS' ? randomUUID().toUpperCase() : null);
  const agent = given.agent ?? (platform === 'IOS' ? IPHONE : ANDROID);
  const headers = { 'x-forwarded-for': ip, 'user-agent': agent };
  const idName = platform === 'IOS' ? 'idfa' : 'gaid';

  const click = async (slug: string, query = '') => {
    const response = await fetch(`${server.url}/l/${slug}${query}`, {
      headers: { ...headers, 'accept-language': given.language ?? 'en-IN' },
      redirect: 'manual',
    });
    return { status: response.status, location: response.headers.get('location') };
  };
  const call = async (name: string, body: Record<string, unknown> = {}): Promise<Answer> => {
    const response = await fetch(`${server.url}/api/client/${name}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(given.origin ? { origin: given.origin } : {}),
      },
      body: JSON.stringify({ token, install_instance_id: installId, platform, ...body }),
    });
    return { status: response.status, json: await response.json(), headers: response.headers };
  };
  const model = platform === 'IOS' ? 'iPhone' : 'Pixel 7';
  const system_version = platform === 'IOS' ? '16.5' : '13';
  return {
    platform,
    installId,
    ip,
    advertisingId,
    vendorId,
    idQuery: `?${idName}=${advertisingId}`,
    click,
    clickToken: async (slug, query) => {
      const { searchParams } = new URL((await click(slug, query)).location ?? '');
      const referrer = new URLSearchParams(searchParams.get('referrer') ?? '');
      return searchParams.get('tm_click') ?? referrer.get('tm_click') ?? '';
    },
    view: async (slug, query = '') => (await fetch(`${server.url}/i/${slug}${query}`, { headers })).status,
    call,
    init: (deviceData = {}, body = {}) =>
      call('init', {
        package_version: '1.0.0',
        app_version: '2.3.4',
        source: 'GENERAL',
        device_data: {
          [idName]: advertisingId,
          ...(vendorId ? { idfv: vendorId } : {}),
          device: model,
          system_version,
          language: 'en-IN',
          ...deviceData,
        },
        ...body,
      }),
    deeplink: (url, body = {}) => call('handle-deeplink', { url, ...body }),
    event: (name, body = {}) =>
      call('capture-event', { event_name: name, event_data: null, device_data: {}, ...body }),
    reinstalled: () =>
      buildDevice(server, token, { ...given, platform, ip, advertisingId, vendorId, installId: undefined }),
  };
}
