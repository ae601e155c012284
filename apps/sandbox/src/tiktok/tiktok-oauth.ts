import {
  consentPage,
  consentProblem,
  decisionOf,
  isRedirectUri,
  redirectTo,
} from '../ad-accounts/consent.ts';
import type { Tokens } from '../ad-accounts/tokens.ts';
import { asObject, isText, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { TIKTOK_ACCOUNTS, TIKTOK_APP, TIKTOK_PERMISSIONS, TIKTOK_SCOPE_NUMBERS } from './tiktok.data.ts';
import { answerWith, CODES, invalid, noPermission, ok } from './tiktok-answer.ts';

/** The page in the person's browser, where they choose what the app may use. */
export function portal(request: ToolRequest, tokens: Tokens, now: Date): Answer {
  const { query } = request;
  const redirectUri = query.get('redirect_uri');
  if (query.get('app_id') !== TIKTOK_APP.id) return consentProblem('TikTok', 'The app does not exist');
  if (!isRedirectUri(redirectUri)) return consentProblem('TikTok', 'redirect_uri is not allowed');
  const state = query.get('state');
  if (!state) return consentProblem('TikTok', 'state is missing, so that the callback cannot be trusted');
  const decision = decisionOf(request);
  const scopes = [...TIKTOK_PERMISSIONS];
  if (decision === 'deny') return redirectTo(redirectUri, { error: 'access_denied', state });
  if (decision === 'allow') {
    const { code } = tokens.issueCode({ redirectUri, scopes }, now);
    // TikTok sends the code by both names.
    return redirectTo(redirectUri, { auth_code: code, code, state });
  }
  const accounts = TIKTOK_ACCOUNTS.map(({ name, currency }) => `${name} (${currency})`);
  return consentPage({ network: 'TikTok', appName: TIKTOK_APP.name, scopes, accounts });
}

/** The code of a callback for a token that lasts until it is revoked. */
export function exchange(request: ToolRequest, tokens: Tokens, now: Date): Answer {
  if (mediaTypeOf(request) !== 'application/json') return invalid('Content-Type must be application/json');
  const body = asObject(parseJson(request.body.toString('utf8'))) ?? {};
  const { app_id: appId, secret, auth_code: code, grant_type: grantType } = body;
  if (appId !== TIKTOK_APP.id || secret !== TIKTOK_APP.secret)
    return invalid('app_id or secret is incorrect');
  if (!isText(code)) return invalid('auth_code: Missing data for required field.');
  if (grantType !== undefined && grantType !== 'authorization_code')
    return invalid('grant_type is incorrect');
  const issued = tokens.findCode(code);
  if (!issued || issued.isUsed || issued.expiresAt <= now) {
    return noPermission('auth_code is incorrect, used or has expired');
  }
  issued.isUsed = true;
  const { token, scopes } = tokens.issue(
    { kind: 'user', prefix: '', scopes: issued.scopes, seconds: null },
    now,
  );
  return ok({
    access_token: token,
    advertiser_ids: TIKTOK_ACCOUNTS.map(({ id }) => id),
    scope: scopes.map((scope) => TIKTOK_SCOPE_NUMBERS[scope]),
  });
}

/** The advertisers that a token may use. */
export function advertisers({ query }: ToolRequest): Answer {
  if (query.get('app_id') !== TIKTOK_APP.id || query.get('secret') !== TIKTOK_APP.secret) {
    return answerWith(CODES.invalid, { message: 'app_id or secret is incorrect' });
  }
  const list = TIKTOK_ACCOUNTS.map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name }));
  return ok({ list });
}
