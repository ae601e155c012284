import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { VendorId, VendorName, VendorSeconds } from '../vendor-text.ts';

/** An app at Meta for Developers. */
export interface MetaApp {
  /** Of the Graph API, such as `v26.0`. */
  version: string;
  appId: string;
  appSecret: string;
}

/** What we ask a person for: to read their accounts and what ads cost. */
export const META_SCOPES = ['ads_read', 'business_management'] as const;
/** Without these nothing can be read. */
export const NEEDED_SCOPES = ['ads_read'] as const;

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function metaAuthUrl(
  { version, appId }: Pick<MetaApp, 'version' | 'appId'>,
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    scope: META_SCOPES.join(','),
  });
  return `https://www.facebook.com/${version}/dialog/oauth?${query}`;
}

function get(version: string, path: string, query: Record<string, string>): OutboundRequest {
  const url = `https://graph.facebook.com/${version}/${path}?${new URLSearchParams(query)}`;
  return { method: 'GET', url, headers: { accept: 'application/json' }, body: '' };
}

/** With the proof that we hold the app's secret, so that a stolen token is of no use elsewhere. */
export function graphRequest(
  { version, appSecret }: MetaApp,
  path: string,
  { token, query = {} }: { token: string; query?: Record<string, string> },
): OutboundRequest {
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  return get(version, path, { ...query, access_token: token, appsecret_proof: proof });
}

export const codeRequest = (
  { version, appId, appSecret }: MetaApp,
  { code, redirectUri }: { code: string; redirectUri: string },
): OutboundRequest =>
  get(version, 'oauth/access_token', {
    client_id: appId,
    client_secret: appSecret,
    redirect_uri: redirectUri,
    code,
  });

/** A token that a person has just got holds for an hour or two; this one for about 60 days. */
export const longLivedRequest = ({ version, appId, appSecret }: MetaApp, token: string): OutboundRequest =>
  get(version, 'oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: appId,
    client_secret: appSecret,
    fb_exchange_token: token,
  });

export const inspectRequest = ({ version, appId, appSecret }: MetaApp, token: string): OutboundRequest =>
  get(version, 'debug_token', { input_token: token, access_token: `${appId}|${appSecret}` });

export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: VendorSeconds.optional().catch(undefined),
});

export const InspectAnswer = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: VendorId,
    scopes: z.array(z.string()).catch([]),
    /** Seconds; 0: never. */
    expires_at: VendorSeconds.optional().catch(undefined),
  }),
});

export const MeAnswer = z.object({ id: VendorId, name: VendorName });
