import {
  consentPage,
  consentProblem,
  decisionOf,
  isRedirectUri,
  redirectTo,
} from '../ad-accounts/consent.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { META_ACCOUNTS, META_APP, META_SCOPES, META_SYSTEM_TOKEN, META_USER_ID } from './meta.data.ts';
import { graphError, invalid } from './meta-error.ts';
import { type Caller, type MetaState, parametersOf } from './meta-state.ts';

const SHORT_SECONDS = 5400;
/** About 60 days, as Meta answers it. */
const LONG_SECONDS = 5_183_944;
/** After this, a person has to confirm the access to data again. */
const DATA_ACCESS_SECONDS = 7_776_000;
const KNOWN_SCOPES = new Set<string>([...META_SCOPES, 'public_profile', 'email']);

/** The dialog in the person's browser. */
export function dialog(request: ToolRequest, state: MetaState, now: Date): Answer {
  const { query } = request;
  const redirectUri = query.get('redirect_uri');
  if (query.get('client_id') !== META_APP.id) return consentProblem('Facebook', 'Invalid App ID');
  if (!isRedirectUri(redirectUri))
    return consentProblem('Facebook', 'URL Blocked: redirect_uri is not allowed');
  if ((query.get('response_type') ?? 'code') !== 'code') {
    return consentProblem('Facebook', 'response_type must be code');
  }
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const unknown = scopes.filter((scope) => !KNOWN_SCOPES.has(scope));
  if (unknown.length > 0) return consentProblem('Facebook', `Invalid Scopes: ${unknown.join(', ')}`);
  const given = query.get('state');
  if (!given) return consentProblem('Facebook', 'state is missing, so that the callback cannot be trusted');
  const decision = decisionOf(request);
  if (decision === 'allow') {
    return redirectTo(redirectUri, {
      code: state.tokens.issueCode({ redirectUri, scopes }, now).code,
      state: given,
    });
  }
  if (decision === 'deny') {
    return redirectTo(redirectUri, {
      error: 'access_denied',
      error_code: '200',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
      state: given,
    });
  }
  const accounts = META_ACCOUNTS.map(({ name, currency }) => `${name} (${currency})`);
  return consentPage({ network: 'Facebook', appName: META_APP.name, scopes, accounts });
}

function appProblem(parameters: URLSearchParams): Answer | null {
  if (parameters.get('client_id') !== META_APP.id) {
    return graphError({ message: 'Error validating application. Cannot get application info.', code: 101 });
  }
  if (parameters.get('client_secret') !== META_APP.secret) {
    return graphError({ message: 'Error validating client secret.', code: 1 });
  }
  return null;
}

function codeProblem(parameters: URLSearchParams, state: MetaState, now: Date): Answer | null {
  const code = parameters.get('code');
  const issued = code === null ? null : state.tokens.findCode(code);
  if (code === null) return invalid('Missing code parameter');
  if (!issued) return invalid('Invalid verification code format.', 36009);
  if (issued.isUsed) return invalid('This authorization code has been used.', 36009);
  if (issued.expiresAt <= now) return invalid('This authorization code has expired.', 36007);
  return issued.redirectUri === parameters.get('redirect_uri')
    ? null
    : invalid('redirect_uri must be identical to the one of the OAuth dialog', 36008);
}

const tokenAnswer = (token: string, seconds: number): Answer => ({
  status: 200,
  body: { access_token: token, token_type: 'bearer', expires_in: seconds },
});

function extend(parameters: URLSearchParams, state: MetaState, now: Date): Answer {
  const token = parameters.get('fb_exchange_token') ?? '';
  const grant = state.tokens.find(token);
  if (!grant || grant.isRevoked || state.tokens.isExpired(token, now)) {
    const message = 'Error validating access token: Session has expired.';
    return graphError({ message, code: 190, subcode: grant ? 463 : 467, status: 400 });
  }
  const { scopes } = grant;
  const long = state.tokens.issue({ kind: 'user', prefix: 'EAA', scopes, seconds: LONG_SECONDS }, now);
  return tokenAnswer(long.token, LONG_SECONDS);
}

/** The code of a callback for a short-lived token, or that for a long-lived one. */
export function exchange(request: ToolRequest, state: MetaState, now: Date): Answer {
  const parameters = parametersOf(request);
  const problem = appProblem(parameters);
  if (problem) return problem;
  const grantType = parameters.get('grant_type');
  if (grantType === 'fb_exchange_token') return extend(parameters, state, now);
  if (grantType === 'client_credentials') {
    return { status: 200, body: { access_token: `${META_APP.id}|${META_APP.secret}`, token_type: 'bearer' } };
  }
  const refused = codeProblem(parameters, state, now);
  if (refused) return refused;
  const issued = state.tokens.findCode(parameters.get('code') ?? '');
  const scopes = issued?.scopes ?? [];
  if (issued) issued.isUsed = true;
  const short = state.tokens.issue({ kind: 'user', prefix: 'EAA', scopes, seconds: SHORT_SECONDS }, now);
  return tokenAnswer(short.token, SHORT_SECONDS);
}

const seconds = (date: Date | null) => (date === null ? 0 : Math.floor(date.getTime() / 1000));

/** What is known about a token. */
export function debugToken(request: ToolRequest, state: MetaState, now: Date): Answer {
  const { query } = request;
  const [caller, input] = [query.get('access_token') ?? '', query.get('input_token')];
  const isApp = caller === `${META_APP.id}|${META_APP.secret}`;
  if (!isApp && (!state.tokens.find(caller) || state.tokens.isExpired(caller, now))) {
    return graphError({ message: 'Invalid OAuth access token.', code: 190, status: 401 });
  }
  if (!input) return invalid('The parameter input_token is required');
  const app = { app_id: META_APP.id, application: META_APP.name };
  const grant = state.tokens.find(input);
  if (input === META_SYSTEM_TOKEN) {
    const data = { ...app, type: 'SYSTEM_USER', is_valid: true, expires_at: 0, scopes: META_SCOPES };
    return { status: 200, body: { data } };
  }
  if (!grant) {
    const error = { code: 190, message: 'Invalid OAuth access token data.' };
    return { status: 200, body: { data: { error, is_valid: false, scopes: [] } } };
  }
  const isExpired = state.tokens.isExpired(input, now);
  const error = isExpired
    ? { error: { code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' } }
    : {};
  const data = {
    ...app,
    type: 'USER',
    user_id: META_USER_ID,
    ...error,
    is_valid: !isExpired && !grant.isRevoked,
    scopes: grant.scopes,
    issued_at: seconds(grant.issuedAt),
    expires_at: seconds(grant.expiresAt),
    data_access_expires_at: seconds(grant.issuedAt) + DATA_ACCESS_SECONDS,
  };
  return { status: 200, body: { data } };
}

/** Which permissions a person gave, and which were declined or withdrawn. */
export function permissions({ scopes }: Caller): Answer {
  const data = META_SCOPES.map((permission) => ({
    permission,
    status: scopes.includes(permission) ? 'granted' : 'declined',
  }));
  return { status: 200, body: { data } };
}
