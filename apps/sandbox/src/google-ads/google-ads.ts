import { z } from 'zod';
import { changeCost, expireToken, revokePermission } from '../ad-accounts/network-actions.ts';
import { entryOf } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';
import { accessibleCustomers, customerProblem, tokenProblem } from './ads-access.ts';
import { createLink, regenerateLink, setLinkStatus } from './ads-links.ts';
import { searchPages, searchStream } from './ads-search.ts';
import { attribute, takeAppConversion, takeCrossNetwork } from './app-conversion.ts';
import { ingest, requestStatus } from './data-manager.ts';
import { GOOGLE_ACCOUNTS, GOOGLE_SCOPES } from './google-ads.data.ts';
import { googleError, googleFailure, unauthenticated } from './google-error.ts';
import { authorize, revoke, token } from './google-oauth.ts';
import { createGoogleState, type GoogleState } from './google-state.ts';
import { mutateSkanSchema } from './skan-schema.ts';

const [ADS_SCOPE, INGEST_SCOPE] = GOOGLE_SCOPES;
const ADS_HOST = 'googleads.googleapis.com';
/** Versions that can be called in November 2026: v22 ended in October. */
const ADS_PATH = /^\/v2[3-6]\/(.+)$/;
const FIXED: Record<string, string> = {
  'accounts.google.com/o/oauth2/v2/auth': 'authorize',
  'oauth2.googleapis.com/token': 'token',
  'oauth2.googleapis.com/revoke': 'revoke',
  'datamanager.googleapis.com/v1/events:ingest': 'ingest',
  'datamanager.googleapis.com/v1/requestStatus:retrieve': 'request_status',
  'www.googleadservices.com/pagead/conversion/app/1.0': 'app_conversion',
  'www.googleadservices.com/pagead/conversion/app/1.0/cross_network': 'cross_network',
};

/** What is called of the Google Ads API, with the customer and the rest of the path. */
function adsCallOf(path: string): { endpoint: string; customerId: string; linkId: string } {
  const [, rest = ''] = ADS_PATH.exec(path) ?? [];
  if (rest === 'customers:listAccessibleCustomers')
    return { endpoint: 'customers', customerId: '', linkId: '' };
  const [, customerId = '', method = ''] = /^customers\/(\d+)\/(.+)$/.exec(rest) ?? [];
  const [, linkId = ''] = /^thirdPartyAppAnalyticsLinks\/(\d+):regenerateShareableLinkId$/.exec(method) ?? [];
  const endpoints: Record<string, string> = {
    'googleAds:search': 'search',
    'googleAds:searchStream': 'search_stream',
    'accountLinks:create': 'create_link',
    'customerSkAdNetworkConversionValueSchemas:mutate': 'skan_schema',
  };
  return {
    endpoint: linkId ? 'regenerate_link' : (entryOf(endpoints, method) ?? 'unknown'),
    customerId,
    linkId,
  };
}

function callAds(request: ToolRequest, state: GoogleState, now: Date): Answer {
  const { endpoint, customerId, linkId } = adsCallOf(request.path);
  const isRightMethod = request.method === (endpoint === 'customers' ? 'GET' : 'POST');
  if (endpoint === 'unknown' || !isRightMethod) return googleError(404, 'The requested URL was not found.');
  const refused = tokenProblem(request, { state, now, scope: ADS_SCOPE, isAds: true });
  if (refused) return refused;
  if (endpoint === 'customers') return accessibleCustomers();
  const foreign = customerProblem(request, customerId);
  if (foreign) return foreign;
  if (endpoint === 'create_link') return createLink(request, customerId, state);
  if (endpoint === 'regenerate_link') return regenerateLink(customerId, linkId, state);
  if (endpoint === 'skan_schema') return mutateSkanSchema(request, customerId, state);
  const call = { customerId, state, now };
  return endpoint === 'search' ? searchPages(request, call) : searchStream(request, call);
}

function take(request: ToolRequest, state: GoogleState, context: TakeContext): Outcome {
  const { endpoint, now } = context;
  const ingestRefused = () => tokenProblem(request, { state, now, scope: INGEST_SCOPE, isAds: false });
  switch (endpoint) {
    case 'authorize':
      return { answer: authorize(request, state, now) };
    case 'token':
      return { answer: token(request, state, now) };
    case 'revoke':
      return { answer: revoke(request, state) };
    case 'app_conversion':
      return takeAppConversion(request, state, context);
    case 'cross_network':
      return takeCrossNetwork(request, state, context);
    case 'ingest': {
      const refused = ingestRefused();
      return refused ? { answer: refused } : ingest(request, state, context);
    }
    case 'request_status':
      return { answer: ingestRefused() ?? requestStatus(request, state) };
    default:
      return { answer: callAds(request, state, now) };
  }
}

function badCredentials(endpoint: string): Answer {
  if (endpoint === 'token') return { status: 400, body: { error: 'invalid_grant' } };
  if (endpoint === 'app_conversion' || endpoint === 'cross_network') {
    return { status: 200, body: { ad_events: [], errors: ['dev_token_invalid'], attributed: false } };
  }
  return endpoint === 'ingest'
    ? googleError(401, 'Request had invalid authentication credentials.')
    : unauthenticated('OAUTH_TOKEN_INVALID');
}

/** A stand-in for Google's sign-in, Google Ads, Data Manager and app conversion APIs. */
export function createGoogleAds(): Tool {
  const state = createGoogleState();
  return {
    name: 'google-ads',
    recognisesRepeats: true,
    credentials: z.strictObject({ dev_token: z.string().min(1) }) as Tool['credentials'],
    endpointOf(host, path) {
      if (host === ADS_HOST) return adsCallOf(path).endpoint;
      return FIXED[`${host}${path.replace(/\/$/, '')}`] ?? null;
    },
    take: (request, context) => take(request, state, context),
    failure: (status, _request, { endpoint, reason }) => googleFailure(status, endpoint, reason),
    badCredentials,
    actions: {
      'expire-token': expireToken(state.tokens, { kind: 'access' }),
      /** As if the person had withdrawn the access: refreshing fails too. */
      'revoke-access': () => {
        state.tokens.revoke(null);
        return undefined;
      },
      'revoke-permission': revokePermission(state.tokens, GOOGLE_SCOPES),
      'change-cost': changeCost(GOOGLE_ACCOUNTS, state.numbers),
      attribute: attribute(state),
      'set-link-status': setLinkStatus(state),
    },
    forget: state.forget,
  };
}
