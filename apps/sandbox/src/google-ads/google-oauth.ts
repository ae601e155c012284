import { createHash } from 'node:crypto';
import {
  consentPage,
  consentProblem,
  decisionOf,
  isRedirectUri,
  redirectTo,
} from '../ad-accounts/consent.ts';
import { mediaTypeOf } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { GOOGLE_ACCOUNTS, GOOGLE_CLIENT, GOOGLE_PERSON, GOOGLE_SCOPES } from './google-ads.data.ts';
import type { GoogleState } from './google-state.ts';

const ACCESS_SECONDS = 3599;
const KNOWN_SCOPES = new Set<string>([...GOOGLE_SCOPES, 'openid', 'email', 'profile']);
/** Rides along with the scopes of a code: the person allowed access while they are away. */
const OFFLINE = 'offline';

function authorizationProblem(query: URLSearchParams): string | null {
  if (query.get('client_id') !== GOOGLE_CLIENT.id) return 'Error 401: invalid_client';
  if (!isRedirectUri(query.get('redirect_uri'))) return 'Error 400: redirect_uri_mismatch';
  if (query.get('response_type') !== 'code') return 'Error 400: unsupported_response_type';
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0) return 'Error 400: invalid_request, scope is missing';
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope));
  if (unknown !== undefined) return `Error 400: invalid_scope ${unknown}`;
  if (!query.get('state')) return 'state is missing, so that the callback cannot be trusted';
  const hasChallenge = query.has('code_challenge');
  return hasChallenge && query.get('code_challenge_method') !== 'S256'
    ? 'Error 400: invalid_request, code_challenge_method must be S256'
    : null;
}

/** The page in the person's browser. */
export function authorize(request: ToolRequest, { tokens }: GoogleState, now: Date): Answer {
  const { query } = request;
  const problem = authorizationProblem(query);
  if (problem) return consentProblem('Google', problem);
  const [redirectUri, state] = [query.get('redirect_uri') ?? '', query.get('state')];
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const decision = decisionOf(request);
  if (decision === 'deny') return redirectTo(redirectUri, { error: 'access_denied', state });
  if (decision === 'allow') {
    const granted = query.get('access_type') === 'offline' ? [...scopes, OFFLINE] : scopes;
    const challenge = query.get('code_challenge');
    const { code } = tokens.issueCode({ redirectUri, scopes: granted, challenge }, now);
    return redirectTo(redirectUri, { state, code, scope: scopes.join(' ') });
  }
  const accounts = GOOGLE_ACCOUNTS.map(({ name, currency }) => `${name} (${currency})`);
  return consentPage({ network: 'Google Ads', appName: GOOGLE_CLIENT.name, scopes, accounts });
}

const refuse = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error, error_description: description },
});

/** Who has connected; the signature is not checked by a client that has it from Google itself. */
function idToken(scopes: readonly string[], now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: 'https://accounts.google.com',
    aud: GOOGLE_CLIENT.id,
    sub: GOOGLE_PERSON.id,
    ...(scopes.includes('email') ? { email: GOOGLE_PERSON.email, email_verified: true } : {}),
    iat: seconds,
    exp: seconds + ACCESS_SECONDS,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', kid: 'sandbox', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

function issueAccess(scopes: string[], { tokens }: GoogleState, now: Date): Record<string, unknown> {
  const own = scopes.filter((scope) => scope !== OFFLINE);
  const { token } = tokens.issue(
    { kind: 'access', prefix: 'ya29.', scopes: own, seconds: ACCESS_SECONDS },
    now,
  );
  const answer = {
    access_token: token,
    expires_in: ACCESS_SECONDS,
    scope: own.join(' '),
    token_type: 'Bearer',
  };
  return own.includes('openid') ? { ...answer, id_token: idToken(own, now) } : answer;
}

function redeem(form: URLSearchParams, state: GoogleState, now: Date): Answer {
  const issued = state.tokens.findCode(form.get('code') ?? '');
  if (!issued || issued.isUsed || issued.expiresAt <= now)
    return refuse(400, 'invalid_grant', 'Malformed auth code.');
  if (issued.redirectUri !== form.get('redirect_uri')) {
    return refuse(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const verifier = form.get('code_verifier');
  if (issued.challenge !== null) {
    const challenge = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    if (verifier === null || challenge !== issued.challenge) {
      return refuse(
        400,
        'invalid_grant',
        verifier === null ? 'Missing code verifier.' : 'Invalid code verifier.',
      );
    }
  }
  issued.isUsed = true;
  const access = issueAccess(issued.scopes, state, now);
  if (!issued.scopes.includes(OFFLINE)) return { status: 200, body: access };
  const own = issued.scopes.filter((scope) => scope !== OFFLINE);
  const refresh = state.tokens.issue({ kind: 'refresh', prefix: '1//0', scopes: own, seconds: null }, now);
  return { status: 200, body: { ...access, refresh_token: refresh.token } };
}

function refreshAccess(form: URLSearchParams, state: GoogleState, now: Date): Answer {
  const token = form.get('refresh_token') ?? '';
  const grant = state.tokens.find(token);
  const isGood = grant?.kind === 'refresh' && !grant.isRevoked && !state.tokens.isExpired(token, now);
  if (!grant || !isGood) return refuse(400, 'invalid_grant', 'Token has been expired or revoked.');
  return { status: 200, body: issueAccess(grant.scopes, state, now) };
}

/** Tokens for a code, or for a refresh token. */
export function token(request: ToolRequest, state: GoogleState, now: Date): Answer {
  if (request.method !== 'POST') return { status: 404, body: '' };
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    return refuse(400, 'invalid_request', 'The body must be a form.');
  }
  const form = new URLSearchParams(request.body.toString('utf8'));
  if (form.get('client_id') !== GOOGLE_CLIENT.id)
    return refuse(401, 'invalid_client', 'The OAuth client was not found.');
  if (form.get('client_secret') !== GOOGLE_CLIENT.secret)
    return refuse(401, 'invalid_client', 'Unauthorized');
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') return redeem(form, state, now);
  if (grantType === 'refresh_token') return refreshAccess(form, state, now);
  return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
}

/** Withdraws a token, and with it all that the person allowed. */
export function revoke(request: ToolRequest, { tokens }: GoogleState): Answer {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const given = form.get('token') ?? request.query.get('token') ?? '';
  if (request.method !== 'POST' || !tokens.find(given)) {
    return refuse(400, 'invalid_token', 'Token expired or revoked');
  }
  tokens.revoke(null);
  return { status: 200, body: {} };
}
