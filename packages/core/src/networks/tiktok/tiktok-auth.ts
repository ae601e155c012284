import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { VendorDigits, VendorName, VendorSeconds } from '../vendor-text.ts';

/** An app at TikTok for Business. */
export interface TiktokApp {
  /** Of the Business API, such as `v1.3`. */
  version: string;
  appId: string;
  appSecret: string;
}

const HOST = 'https://business-api.tiktok.com';

/** What the app may do is chosen at TikTok, and not here. */
export function tiktokAuthUrl(
  { appId }: Pick<TiktokApp, 'appId'>,
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  return `${HOST}/portal/auth?${new URLSearchParams({ app_id: appId, state, redirect_uri: redirectUri })}`;
}

/** TikTok's paths end in a slash. */
export function tiktokRequest(
  { version }: Pick<TiktokApp, 'version'>,
  path: `${string}/`,
  { token, query }: { token: string; query: Record<string, string> },
): OutboundRequest {
  return {
    method: 'GET',
    url: `${HOST}/open_api/${version}/${path}?${new URLSearchParams(query)}`,
    headers: { accept: 'application/json', 'access-token': token },
    body: '',
  };
}

export const codeRequest = (
  { version, appId, appSecret }: TiktokApp,
  { code }: { code: string },
): OutboundRequest => ({
  method: 'POST',
  url: `${HOST}/open_api/${version}/oauth2/access_token/`,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify({ app_id: appId, secret: appSecret, auth_code: code }),
});

export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  /** TikTok numbers its permissions. */
  scope: z.array(z.union([z.int(), z.string()]).transform(String)).catch([]),
  /** Seconds; left out: it holds until it is revoked. */
  expires_in: VendorSeconds.min(1).optional().catch(undefined),
  refresh_token: z.string().optional().catch(undefined),
});

/** The advertisers that a token may use. */
export const advertisersRequest = (app: TiktokApp, token: string): OutboundRequest =>
  tiktokRequest(app, 'oauth2/advertiser/get/', {
    token,
    query: { app_id: app.appId, secret: app.appSecret },
  });

const Advertiser = z
  .object({ advertiser_id: VendorDigits, advertiser_name: VendorName })
  .transform(({ advertiser_id: id, advertiser_name: name }) => ({ id, name: name || `Advertiser ${id}` }));
export type TiktokAdvertiser = z.output<typeof Advertiser>;

export const AdvertisersAnswer = z.object({ list: z.array(Advertiser) });
