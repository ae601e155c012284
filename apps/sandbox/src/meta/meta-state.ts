import { createHmac } from 'node:crypto';
import { createAdNumbers } from '../ad-accounts/ad-numbers.ts';
import { createTokens } from '../ad-accounts/tokens.ts';
import { asObject, type JsonObject, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, TakeContext, ToolRequest } from '../receivers/tool.ts';
import { META_APP, META_SCOPES, META_SYSTEM_TOKEN } from './meta.data.ts';
import { expiredToken, graphError, invalidToken, noPermission } from './meta-error.ts';

const TOKEN = /^EAA[A-Za-z0-9]{20,}$/;

/** An asynchronous insights report. */
export interface ReportRun {
  id: string;
  accountId: string;
  parameters: URLSearchParams;
  createdAt: Date;
  /** How often its status was read: the report advances by that, not by time. */
  polls: number;
  isFailing: boolean;
}

export function createMetaState() {
  const tokens = createTokens('meta');
  const numbers = createAdNumbers('meta');
  const runs = new Map<string, ReportRun>();
  const state = {
    tokens,
    numbers,
    runs,
    failsNextReport: false,
    forget() {
      tokens.forget();
      numbers.forget();
      runs.clear();
      state.failsNextReport = false;
    },
  };
  return state;
}
export type MetaState = ReturnType<typeof createMetaState>;

/** The parameters of a call, wherever they are: of the address, a form, or JSON. */
export function parametersOf(request: ToolRequest): URLSearchParams {
  const parameters = new URLSearchParams(request.query);
  if (request.method !== 'POST') return parameters;
  const text = request.body.toString('utf8');
  if (mediaTypeOf(request) === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(text)) parameters.set(name, value);
    return parameters;
  }
  const body: JsonObject = asObject(parseJson(text)) ?? {};
  for (const [name, value] of Object.entries(body)) {
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return parameters;
}

export interface Caller {
  token: string;
  scopes: readonly string[];
  /** Whether the token belongs to a person, a system user, or only to the Conversions API. */
  kind: 'user' | 'system' | 'capi';
}

function tokenOf(request: ToolRequest): string | null {
  const [, bearer] = /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  return parametersOf(request).get('access_token') ?? bearer ?? null;
}

function hasWrongProof(request: ToolRequest, token: string): boolean {
  const proof = parametersOf(request).get('appsecret_proof');
  return proof !== null && proof !== createHmac('sha256', META_APP.secret).update(token).digest('hex');
}

/** Who calls, or Meta's answer to a token that is missing, expired or revoked. */
export function callerOf(
  request: ToolRequest,
  state: MetaState,
  { now, accepted }: TakeContext,
): Caller | { answer: Answer } {
  const token = tokenOf(request);
  if (token === null) {
    const message = 'An active access token must be used to query information about the current user.';
    return { answer: graphError({ message, code: 2500 }) };
  }
  if (!TOKEN.test(token)) return { answer: invalidToken() };
  if (state.tokens.isExpired(token, now)) return { answer: expiredToken() };
  const grant = state.tokens.find(token);
  if (grant?.isRevoked) {
    const message = 'Error validating access token: The user has not authorized application.';
    return { answer: graphError({ message, code: 190, subcode: 458, status: 401 }) };
  }
  if (grant && hasWrongProof(request, token)) {
    const message = 'Invalid appsecret_proof provided in the API argument';
    return { answer: graphError({ message, code: 100, type: 'GraphMethodException' }) };
  }
  if (grant) return { token, scopes: grant.scopes, kind: 'user' };
  if (token === META_SYSTEM_TOKEN) return { token, scopes: META_SCOPES, kind: 'system' };
  const isKnown = accepted === null || accepted.some((entry) => entry.access_token === token);
  if (!isKnown) return { answer: invalidToken() };
  return { token, scopes: [], kind: 'capi' };
}

/** Meta's answer to a caller without any of these permissions; null where there is one. */
export function lacksScope({ scopes }: Caller, ...any: string[]): Answer | null {
  return any.some((scope) => scopes.includes(scope)) ? null : noPermission(any.join(' or '));
}
