import type { Answer } from '../receivers/tool.ts';
import { hashOf } from './google-state.ts';

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The envelope of errors of every Google API. */
export function googleError(code: number, message: string, details: unknown[] = []): Answer {
  const status = STATUSES[code] ?? 'UNKNOWN';
  const more = details.length === 0 ? {} : { details };
  return { status: code, body: { error: { code, message, status, ...more } } };
}

/** An error of the Google Ads API: the kind and its name, such as queryError: UNRECOGNIZED_FIELD. */
export function adsError(
  code: number,
  [kind, name]: readonly [kind: string, name: string],
  message: string,
): Answer {
  const failure = {
    '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
    errors: [{ errorCode: { [kind]: name }, message }],
    requestId: hashOf(message).slice(0, 22),
  };
  return googleError(code, code === 400 ? 'Request contains an invalid argument.' : message, [failure]);
}

export const unauthenticated = (name: string): Answer =>
  adsError(401, ['authenticationError', name], 'Request had invalid authentication credentials.');

export const lacksScope = (): Answer =>
  googleError(403, 'Request had insufficient authentication scopes.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      domain: 'googleapis.com',
    },
  ]);

/** An error of the Data Manager API, with the field that it is about. */
export function ingestError(reason: string, field: string, description: string): Answer {
  return googleError(400, 'There was a problem with the request.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason,
      domain: 'datamanager.googleapis.com',
    },
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description, reason }],
    },
  ]);
}

const KINDS: Record<string, [kind: string, status: number]> = {
  RESOURCE_EXHAUSTED: ['quotaError', 429],
  RESOURCE_TEMPORARILY_EXHAUSTED: ['quotaError', 429],
  EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION: ['quotaError', 429],
  EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION: ['quotaError', 429],
  INTERNAL_ERROR: ['internalError', 500],
  DEADLINE_EXCEEDED: ['internalError', 504],
  OAUTH_TOKEN_EXPIRED: ['authenticationError', 401],
  OAUTH_TOKEN_REVOKED: ['authenticationError', 401],
  OAUTH_TOKEN_DISABLED: ['authenticationError', 401],
  NOT_ADS_USER: ['authenticationError', 401],
  TWO_STEP_VERIFICATION_NOT_ENROLLED: ['authenticationError', 401],
  USER_PERMISSION_DENIED: ['authorizationError', 403],
  CUSTOMER_NOT_ENABLED: ['authorizationError', 403],
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: ['authorizationError', 403],
};

/** The documented answer for a fault at this endpoint; its reason is the name of an error. */
export function googleFailure(status: number, endpoint: string, reason: string | undefined): Answer | null {
  if (endpoint === 'token') {
    if (status >= 500) return { status, body: { error: 'internal_failure' } };
    return { status, body: { error: reason ?? (status === 429 ? 'rate_limit_exceeded' : 'invalid_grant') } };
  }
  if (endpoint === 'app_conversion' || endpoint === 'cross_network') {
    if (status >= 500 || status === 429) return { status, body: '' };
    return { status, body: { ad_events: [], errors: [reason ?? 'timestamp_invalid'], attributed: false } };
  }
  if (endpoint === 'ingest') {
    if (status === 400) return ingestError(reason ?? 'INVALID_ARGUMENT', 'events[0]', 'Refused by a fault');
    return googleError(status, reason ?? STATUSES[status] ?? 'Refused by a fault');
  }
  if (reason !== undefined) {
    const [kind, documented] = KINDS[reason] ?? ['requestError', status];
    return adsError(documented, [kind, reason], 'Refused by a fault');
  }
  if (status === 429)
    return adsError(429, ['quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED'], 'Too many requests.');
  if (status === 401) return unauthenticated('OAUTH_TOKEN_INVALID');
  return status in STATUSES ? googleError(status, 'Refused by a fault') : null;
}
