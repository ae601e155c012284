import type { TiktokLeftOut } from '@trailmark/contract/tiktok';
import {
  AdvertisersAnswer,
  advertisersRequest,
  type TiktokAdvertiser,
  type TiktokApp,
} from '@trailmark/core/networks/tiktok/tiktok-auth';
import {
  AdvertiserInfoAnswer,
  advertiserInfoRequest,
  MOST_ADVERTISERS,
  PixelsAnswer,
  pixelsRequest,
  type TiktokAdvertiserInfo,
  type TiktokPixel,
} from '@trailmark/core/networks/tiktok/tiktok-pixels';
import { NetworkRefused } from '../../../networks/ask-network.ts';
import type { NetworkAccountRow } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askTiktok } from './ask-tiktok.ts';

/** Somebody who has more than that would wait for minutes. */
const MOST_PAGES = 50;

/** A pixel as it is imported. */
export type PixelAccount = Pick<
  NetworkAccountRow,
  'external_id' | 'name' | 'currency' | 'time_zone' | 'status'
> & { isUnbound: boolean };

/** The pixels that a login reaches, and those that are left out. */
export interface ReachedPixels {
  pixels: PixelAccount[];
  leftOut: TiktokLeftOut[];
}

interface Access {
  app: TiktokApp;
  token: string;
}

async function readInfos(
  kit: Kit,
  { app, token }: Access,
  advertisers: readonly TiktokAdvertiser[],
): Promise<Map<string, TiktokAdvertiserInfo>> {
  const infos = new Map<string, TiktokAdvertiserInfo>();
  for (let from = 0; from < advertisers.length; from += MOST_ADVERTISERS) {
    const ids = advertisers.slice(from, from + MOST_ADVERTISERS).map(({ id }) => id);
    const { list } = await askTiktok(kit, advertiserInfoRequest(app, { token, ids }), AdvertiserInfoAnswer);
    for (const info of list) infos.set(info.id, info);
  }
  return infos;
}

async function readPages(kit: Kit, { app, token }: Access, advertiserId: string): Promise<TiktokPixel[]> {
  const pixels: TiktokPixel[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await askTiktok(kit, pixelsRequest(app, { token, advertiserId, page }), PixelsAnswer);
    pixels.push(...answer.pixels);
    if (answer.isLast) break;
  }
  return pixels;
}

const accountOf = (
  { id }: TiktokAdvertiser,
  info: TiktokAdvertiserInfo | undefined,
  { code, name, isUnbound }: TiktokPixel,
): PixelAccount => ({
  external_id: `${id}/${code}`,
  name,
  currency: info?.currency ?? null,
  time_zone: info?.timeZone ?? null,
  isUnbound,
  status: info?.canRunAds && !isUnbound ? 'active' : 'disabled',
});

const UNBOUND = 'The pixel is not bound to this advertiser any more, and accepts no events from it.';

/** Reads every pixel of every advertiser. One advertiser that may not be read does not hold up the others. */
export async function readPixels(kit: Kit, access: Access): Promise<ReachedPixels> {
  const { list } = await askTiktok(kit, advertisersRequest(access.app, access.token), AdvertisersAnswer);
  const infos = await readInfos(kit, access, list);
  const reached: ReachedPixels = { pixels: [], leftOut: [] };
  const refused: NetworkRefused[] = [];
  for (const advertiser of list) {
    const { id, name } = advertiser;
    try {
      for (const pixel of await readPages(kit, access, id)) {
        reached.pixels.push(accountOf(advertiser, infos.get(id), pixel));
        const left = { advertiser_id: id, pixel_code: pixel.code, name: pixel.name, reason: UNBOUND };
        if (pixel.isUnbound) reached.leftOut.push(left);
      }
    } catch (error) {
      if (!(error instanceof NetworkRefused && error.error.meaning === 'forbidden')) throw error;
      refused.push(error);
      const reason = `TikTok answered ${error.error.words}`;
      reached.leftOut.push({ advertiser_id: id, pixel_code: null, name, reason });
    }
  }
  if (refused[0] && refused.length === list.length) throw refused[0];
  return reached;
}
