import type { Device } from './device.ts';
import { ProductError } from './product.ts';
import type { Handset, VisitItem } from './rows.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** Where phones send to, and the public token that the app carries. */
export interface Endpoint {
  wire: Wire;
  token: string;
  signal: AbortSignal;
}

type Body = Record<string, unknown>;

interface Opening {
  click?: string | null;
  link?: string;
}

/** A phone that taps ads and runs the app, through public endpoints only. Without a time it does so now. */
export interface Phone {
  /** The signed click that the store would hand to the app; null where the store hands on nothing. */
  click(slug: string, at?: number): Promise<string | null>;
  view(slug: string, at?: number): Promise<void>;
  call(name: string, body?: Body, at?: number): Promise<void>;
  /** The app is opened, perhaps with what the store or a link gave it. */
  open(given?: Opening, at?: number): Promise<void>;
  /** Sends what was kept. */
  batch(items: readonly VisitItem[], at: number): Promise<void>;
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

function openBody(device: Device, { click, link }: Opening): Body {
  const referrer = click && device.platform === 'ANDROID' ? { install_referrer: `tm_click=${click}` } : {};
  return {
    app_version: device.appVersion,
    package_version: '1.0.0',
    device_data: { ...deviceData(device), ...referrer },
    ...(link ? { link } : {}),
  };
}

const TRIES = 30;
const BUSY = [429, 503];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Comes again while the product is busy, as the SDK does. */
export async function sendUntilTaken(name: string, send: () => Promise<WireAnswer>): Promise<WireAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status < 400) return answer;
    if (!BUSY.includes(answer.status) || tries >= TRIES)
      throw new ProductError(`${name} was answered with ${answer.status}: ${answer.text}`, answer.status);
    await pause(answer.retryAfter * 1000);
  }
}

/** Items of a batch that were refused are a fault of the demo. */
function checkVerdicts(text: string): void {
  const { data } = JSON.parse(text) as { data: { results: { ok: boolean }[] } };
  const refused = data.results.find(({ ok }) => !ok);
  if (refused) throw new ProductError(`An item of a batch was refused: ${JSON.stringify(refused)}`, 400);
}

export function createPhone(
  { wire, token }: Pick<Endpoint, 'wire' | 'token'>,
  { device, installId, address }: Handset,
): Phone {
  const { platform, advertisingId } = device;
  const headers = {
    'x-forwarded-for': address,
    'user-agent': device.agent,
    'accept-language': device.region.language,
  };
  const query = advertisingId ? `?${ID_NAMES[platform]}=${advertisingId}` : '';
  const own = { install_instance_id: installId, platform };
  const post = (name: string, body: Body, at?: number) =>
    sendUntilTaken(name, () =>
      wire({ method: 'POST', path: `/api/client/${name}`, headers, body: { token, ...body }, at }),
    );
  const call = async (name: string, body: Body = {}, at?: number) => {
    await post(name, { ...own, ...body }, at);
  };
  return {
    call,
    async click(slug, at) {
      return signedClick((await wire({ path: `/l/${slug}${query}`, headers, at })).location);
    },
    async view(slug, at) {
      await wire({ path: `/i/${slug}${query}`, headers, at });
    },
    open: (given = {}, at) => call('init', openBody(device, given), at),
    async batch(items, at) {
      const inBatch = items.map((item) => ({
        call: item.call,
        body: {
          ...own,
          ...(item.call === 'init' ? openBody(device, {}) : {}),
          ...item.body,
          occurred_at: new Date(item.at).toISOString(),
        },
      }));
      const { text } = await post('batch', { sent_at: new Date(at).toISOString(), items: inBatch }, at);
      checkVerdicts(text);
    },
  };
}
