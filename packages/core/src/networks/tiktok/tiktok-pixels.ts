import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { VendorCurrency, VendorName, VendorZone } from '../vendor-text.ts';
import { type TiktokApp, tiktokRequest } from './tiktok-auth.ts';

/** Of one request for the details of advertisers. */
export const MOST_ADVERTISERS = 100;
const INFO_FIELDS = ['advertiser_id', 'currency', 'timezone', 'display_timezone', 'status'];

/** In which currency and time zone advertisers count, and whether their ads can run. */
export const advertiserInfoRequest = (
  app: TiktokApp,
  { token, ids }: { token: string; ids: readonly string[] },
): OutboundRequest =>
  tiktokRequest(app, 'advertiser/info/', {
    token,
    query: { advertiser_ids: JSON.stringify(ids), fields: JSON.stringify(INFO_FIELDS) },
  });

const Info = z
  .object({
    advertiser_id: z.string(),
    currency: VendorCurrency,
    /** Such as `Etc/GMT-8`. */
    timezone: VendorZone,
    /** Such as `Asia/Kolkata`. */
    display_timezone: VendorZone,
    status: z.string().catch(''),
  })
  .transform((info) => ({
    id: info.advertiser_id,
    currency: info.currency,
    timeZone: info.display_timezone || info.timezone,
    canRunAds: info.status === 'STATUS_ENABLE',
  }));
export type TiktokAdvertiserInfo = z.output<typeof Info>;

export const AdvertiserInfoAnswer = z.object({ list: z.array(Info) });

const PAGE_SIZE = 20;

export const pixelsRequest = (
  app: TiktokApp,
  { token, advertiserId, page }: { token: string; advertiserId: string; page: number },
): OutboundRequest =>
  tiktokRequest(app, 'pixel/list/', {
    token,
    query: { advertiser_id: advertiserId, page: String(page), page_size: String(PAGE_SIZE) },
  });

const Pixel = z
  .object({
    pixel_code: z.string().regex(/^[\w-]{1,100}$/),
    pixel_name: VendorName,
    asset_ownership: z.object({ asset_relation_status: z.string().nullable() }).nullable().catch(null),
  })
  .transform(({ pixel_code: code, pixel_name: name, asset_ownership: ownership }) => ({
    code,
    name: name || `Pixel ${code}`,
    /** One that was shared or transferred still accepts events of the advertiser; one that is unbound does not. */
    isUnbound: ownership?.asset_relation_status === 'UNBOUND',
  }));
export type TiktokPixel = z.output<typeof Pixel>;

/** A page of pixels, and whether it is the last one. */
export const PixelsAnswer = z
  .object({
    pixels: z.array(Pixel),
    page_info: z.object({ page: z.int(), total_page: z.int() }).nullable().catch(null),
  })
  .transform(({ pixels, page_info: info }) => ({
    pixels,
    isLast: info === null ? pixels.length < PAGE_SIZE : info.page >= info.total_page,
  }));
