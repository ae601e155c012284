import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { DIRECT_ACCOUNT_IDS, GOOGLE_ACCOUNTS, GOOGLE_MANAGER } from './google-ads.data.ts';
import { adsError, googleError, lacksScope, unauthenticated } from './google-error.ts';
import { bearerOf, type GoogleState } from './google-state.ts';

const CUSTOMER_IDS = new Set([GOOGLE_MANAGER.id, ...GOOGLE_ACCOUNTS.map(({ id }) => id)]);

/** Google's answer to a bearer token that may not do this; null where it may. */
export function tokenProblem(
  request: ToolRequest,
  { state, now, scope, isAds }: { state: GoogleState; now: Date; scope: string; isAds: boolean },
): Answer | null {
  const token = bearerOf(request);
  const refuse = (name: string) =>
    isAds ? unauthenticated(name) : googleError(401, 'Request had invalid authentication credentials.');
  if (token === null) return refuse('AUTHENTICATION_ERROR');
  const grant = state.tokens.find(token);
  if (grant?.kind !== 'access') return refuse('OAUTH_TOKEN_INVALID');
  if (grant.isRevoked) return refuse('OAUTH_TOKEN_REVOKED');
  if (state.tokens.isExpired(token, now)) return refuse('OAUTH_TOKEN_EXPIRED');
  return grant.scopes.includes(scope) ? null : lacksScope();
}

/** Google's answer to a customer that the caller cannot reach in this way; null where they can. */
export function customerProblem({ headers }: ToolRequest, customerId: string): Answer | null {
  const { 'login-customer-id': login } = headers;
  if (login !== undefined && !/^\d{10}$/.test(String(login))) {
    return adsError(400, ['requestError', 'INVALID_CUSTOMER_ID'], 'login-customer-id must be ten digits.');
  }
  if (!CUSTOMER_IDS.has(customerId)) {
    return adsError(
      403,
      ['authorizationError', 'USER_PERMISSION_DENIED'],
      "User doesn't have permission to access customer.",
    );
  }
  if (login !== undefined && login !== customerId && login !== GOOGLE_MANAGER.id) {
    const name = 'INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION';
    return adsError(403, ['authorizationError', name], 'The login customer does not manage this customer.');
  }
  const isDirect = DIRECT_ACCOUNT_IDS.includes(customerId);
  if (isDirect || login === GOOGLE_MANAGER.id) return null;
  return adsError(
    403,
    ['authorizationError', 'USER_PERMISSION_DENIED'],
    "User doesn't have permission to access customer. If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
  );
}

export const accessibleCustomers = (): Answer => ({
  status: 200,
  body: { resourceNames: DIRECT_ACCOUNT_IDS.map((id) => `customers/${id}`) },
});
