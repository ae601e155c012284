import { createHash } from 'node:crypto';
import type { Answer } from '../receivers/tool.ts';

export interface GraphProblem {
  message: string;
  code: number;
  subcode?: number;
  status?: number;
  type?: string;
  title?: string;
  userMessage?: string;
  isTransient?: boolean;
}

/** The id by which Meta's support finds a request. */
export const traceOf = (text: string): string =>
  `A${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;

/** The envelope of every error of the Graph API. */
export function graphError(problem: GraphProblem): Answer {
  const { message, code, subcode, status = 400, type = 'OAuthException' } = problem;
  const { title, userMessage, isTransient = false } = problem;
  const error = {
    message,
    type,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: isTransient,
    ...(title === undefined ? {} : { error_user_title: title }),
    ...(userMessage === undefined ? {} : { error_user_msg: userMessage }),
    fbtrace_id: traceOf(`${code}/${subcode}/${message}`),
  };
  const authenticate: Record<string, string> =
    code === 190 ? { 'www-authenticate': 'OAuth "Facebook Platform" "invalid_token"' } : {};
  return { status, body: { error }, headers: authenticate };
}

export const invalid = (message: string, subcode?: number): Answer =>
  graphError({ message: `(#100) ${message}`, code: 100, ...(subcode === undefined ? {} : { subcode }) });

export const expiredToken = (): Answer =>
  graphError({
    message: 'Error validating access token: Session has expired.',
    code: 190,
    subcode: 463,
    status: 401,
  });

export const invalidToken = (message = 'Invalid OAuth access token - Cannot parse access token'): Answer =>
  graphError({ message, code: 190, status: 401 });

export const noPermission = (permission: string): Answer =>
  graphError({
    message: `(#200) Ad account owner has NOT grant ${permission} permission`,
    code: 200,
    status: 403,
  });

/** An id of something that does not exist, or that the token may not see. */
export const noSuchObject = (id: string, method = 'get'): Answer =>
  graphError({
    message:
      `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation',
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  });

export const unknownPath = (path: string): Answer =>
  graphError({ message: `Unknown path components: ${path}`, code: 2500 });

const THROTTLES: Record<number, [subcode: number | undefined, message: string]> = {
  4: [1504022, '(#4) Application request limit reached'],
  17: [2446079, '(#17) User request limit reached'],
  613: [1487742, '(#613) Calls to this api have exceeded the rate limit.'],
  80000: [2446079, '(#80000) There have been too many calls to this ad-account.'],
  80003: [2446079, '(#80003) There have been too many calls to this ad-account.'],
  80004: [2446079, '(#80004) There have been too many calls to this ad-account.'],
  80014: [2446079, '(#80014) There have been too many calls for the batch uploads to this ad-account.'],
};

function throttled(code: number): Answer {
  const [subcode, message] = THROTTLES[code] ?? THROTTLES[80004] ?? [undefined, ''];
  const answer = graphError({
    message,
    code,
    isTransient: true,
    ...(subcode === undefined ? {} : { subcode }),
  });
  const usage = { call_count: 100, total_cputime: 100, total_time: 100, estimated_time_to_regain_access: 5 };
  const usages = JSON.stringify({ '301122334455667': [{ type: 'ads_insights', ...usage }] });
  return { ...answer, headers: { ...answer.headers, 'x-business-use-case-usage': usages } };
}

/** The documented answer for a fault: its reason is a code, such as 4, 190/463 or 100/1487534. */
export function graphFailure(status: number, reason: string | undefined): Answer | null {
  const [, codeText, subcodeText] = /^(\d+)(?:\/(\d+))?$/.exec(reason ?? '') ?? [];
  const code = codeText === undefined ? null : Number(codeText);
  if (status === 429 || (code !== null && code in THROTTLES)) return throttled(code ?? 80004);
  if (code !== null) {
    const subcode = subcodeText === undefined ? {} : { subcode: Number(subcodeText) };
    const isTransient = [1, 2, 341, 368].includes(code);
    return graphError({ message: `(#${code}) Refused by a fault`, code, ...subcode, status, isTransient });
  }
  if (status === 400) return graphError({ message: '(#100) Invalid parameter', code: 100 });
  if (status === 401) return invalidToken();
  if (status === 403) return noPermission('ads_read');
  if (status < 500) return null;
  const message = 'An unexpected error has occurred. Please retry your request later.';
  return graphError({ message, code: 2, status, isTransient: true });
}
