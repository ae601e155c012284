import { z } from 'zod';
import { createAdNumbers } from '../ad-accounts/ad-numbers.ts';
import { changeCost, expireToken, revokePermission } from '../ad-accounts/network-actions.ts';
import { createTokens, type Tokens } from '../ad-accounts/tokens.ts';
import { asObject, entryOf, isAccepted, parseJson } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';
import { TIKTOK_ACCOUNTS, TIKTOK_PERMISSIONS } from './tiktok.data.ts';
import { advertiserInfo, appList, pixelList } from './tiktok-accounts.ts';
import { answerWith, CODES, noPermission, tiktokFailure } from './tiktok-answer.ts';
import { takeEvents } from './tiktok-events.ts';
import { advertisers, exchange, portal } from './tiktok-oauth.ts';
import { integratedReport } from './tiktok-report.ts';

const HOST = 'business-api.tiktok.com';
const OLD_DIALOG_HOST = 'ads.tiktok.com';
const TOKEN = /^[0-9a-f]{40,64}$/;
/** The same event and event_id are recognised for 48 hours. */
const RECOGNISED_DAYS = 2;

interface Endpoint {
  name: string;
  method: 'GET' | 'POST';
  /** What the token has to permit; null where none is sent. */
  permission: (typeof TIKTOK_PERMISSIONS)[number] | null;
}

/** TikTok's paths end in a slash. */
const ENDPOINTS: Record<string, Endpoint> = {
  'oauth2/access_token/': { name: 'access_token', method: 'POST', permission: null },
  'oauth2/advertiser/get/': { name: 'advertisers', method: 'GET', permission: 'ad_account' },
  'advertiser/info/': { name: 'advertiser_info', method: 'GET', permission: 'ad_account' },
  'pixel/list/': { name: 'pixels', method: 'GET', permission: 'measurement' },
  'app/list/': { name: 'apps', method: 'GET', permission: 'measurement' },
  'event/track/': { name: 'events', method: 'POST', permission: 'measurement' },
  'report/integrated/get/': { name: 'report', method: 'GET', permission: 'reporting' },
};

const endpointAt = (path: string): Endpoint | null =>
  entryOf(ENDPOINTS, path.replace(/^\/open_api\/v1\.3\//, ''));

/** TikTok's answer to a token that may not do this; null where it may. */
function tokenProblem(
  request: ToolRequest,
  { name, permission }: Endpoint,
  { tokens, context }: { tokens: Tokens; context: TakeContext },
): Answer | null {
  const { 'access-token': token } = request.headers;
  if (typeof token !== 'string' || !TOKEN.test(token) || tokens.isExpired(token, context.now)) {
    return answerWith(CODES.token);
  }
  const grant = tokens.find(token);
  if (grant) {
    if (grant.isRevoked) return answerWith(CODES.token);
    const mayCall = permission === null || grant.scopes.includes(permission);
    return mayCall ? null : noPermission(`No permission: ${permission} was not granted`);
  }
  // A token that was generated for one pixel sends events and nothing else.
  const sourceId = asObject(parseJson(request.body.toString('utf8')))?.event_source_id;
  const presented = { access_token: token, event_source_id: String(sourceId) };
  const isOwn = name === 'events' && isAccepted(presented, context.accepted, request.host);
  return isOwn ? null : answerWith(CODES.token);
}

function createTake(tokens: Tokens, numbers: ReturnType<typeof createAdNumbers>) {
  return (request: ToolRequest, context: TakeContext): Outcome => {
    const { now } = context;
    if (context.endpoint === 'portal') return { answer: portal(request, tokens, now) };
    const endpoint = endpointAt(request.path);
    if (!endpoint) return { answer: { status: 404, body: 'Not Found' } };
    if (request.method !== endpoint.method) return { answer: { status: 405, body: 'Method Not Allowed' } };
    if (endpoint.name === 'access_token') return { answer: exchange(request, tokens, now) };
    const problem = tokenProblem(request, endpoint, { tokens, context });
    if (problem) return { answer: problem };
    switch (endpoint.name) {
      case 'advertisers':
        return { answer: advertisers(request) };
      case 'advertiser_info':
        return { answer: advertiserInfo(request) };
      case 'pixels':
        return { answer: pixelList(request) };
      case 'apps':
        return { answer: appList(request) };
      case 'report':
        return { answer: integratedReport(request, { numbers, now }) };
      default:
        return takeEvents(request, context);
    }
  };
}

/** A stand-in for TikTok's Business API and Events API 2.0. */
export function createTiktok(): Tool {
  const tokens = createTokens('tiktok');
  const numbers = createAdNumbers('tiktok');
  return {
    name: 'tiktok',
    recognisesRepeats: RECOGNISED_DAYS,
    credentials: z.strictObject({
      access_token: z.string().min(1),
      event_source_id: z.string().optional(),
    }) as Tool['credentials'],
    endpointOf(host, path) {
      if (host === OLD_DIALOG_HOST) return /^\/marketing_api\/auth\/?$/.test(path) ? 'portal' : null;
      if (host !== HOST) return null;
      return /^\/portal\/auth\/?$/.test(path) ? 'portal' : (endpointAt(path)?.name ?? 'unknown');
    },
    take: createTake(tokens, numbers),
    failure: (status, _request, { reason }) => tiktokFailure(status, reason),
    badCredentials: () => answerWith(CODES.token),
    actions: {
      'expire-token': expireToken(tokens),
      'revoke-permission': revokePermission(tokens, TIKTOK_PERMISSIONS),
      'change-cost': changeCost(TIKTOK_ACCOUNTS, numbers),
    },
    forget() {
      tokens.forget();
      numbers.forget();
    },
  };
}
