import { createHash } from 'node:crypto';
import type { Answer } from '../receivers/tool.ts';

/** https://business-api.tiktok.com/portal/docs: HTTP is 200 and the code says what happened. */
export const CODES = {
  ok: 0,
  partial: 20001,
  noPermission: 40001,
  invalid: 40002,
  missingObject: 40007,
  throttled: 40100,
  token: 40105,
  transient: 40700,
  server: 50000,
} as const;

const MESSAGES: Record<number, string> = {
  [CODES.partial]: 'Partial success',
  [CODES.noPermission]: 'No permission to operate',
  [CODES.invalid]: 'Invalid parameter',
  [CODES.missingObject]: 'The object does not exist',
  [CODES.throttled]: 'Too many requests. Please retry in some time.',
  [CODES.token]: 'Access token is incorrect or has been revoked.',
  [CODES.transient]: 'Internal service error, please try again.',
  [CODES.server]: 'Internal server error',
};

export function answerWith(
  code: number,
  { message, data = {} }: { message?: string; data?: unknown } = {},
): Answer {
  const text = message ?? MESSAGES[code] ?? (code === 0 ? 'OK' : 'Refused by a fault');
  const id = createHash('sha256')
    .update(`${code}/${text}/${JSON.stringify(data)}`)
    .digest('hex');
  const request = `2026${BigInt(`0x${id.slice(0, 12)}`)}`.padEnd(20, '0').slice(0, 20) + id.slice(12, 26);
  return { status: 200, body: { code, message: text, request_id: request.toUpperCase(), data } };
}

export const ok = (data: unknown): Answer => answerWith(CODES.ok, { data });
export const invalid = (message: string): Answer => answerWith(CODES.invalid, { message });
export const noPermission = (message: string): Answer => answerWith(CODES.noPermission, { message });

/** The documented answer for a fault: its reason is a code, such as 40700. */
export function tiktokFailure(status: number, reason: string | undefined): Answer | null {
  if (reason !== undefined && /^\d{5}$/.test(reason)) return answerWith(Number(reason));
  const code = { 400: CODES.invalid, 401: CODES.token, 403: CODES.noPermission, 429: CODES.throttled }[
    status
  ];
  if (code !== undefined) return answerWith(code);
  return status >= 500 ? { ...answerWith(CODES.server), status } : null;
}

/** A page of a list, counted from 1. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  { size, most }: { size: number; most: number },
): { list: Row[]; page_info: Record<string, number> } | null {
  const numberOf = (name: string, otherwise: number) => {
    const text = query.get(name);
    return text === null ? otherwise : /^\d+$/.test(text) ? Number(text) : 0;
  };
  const [page, pageSize] = [numberOf('page', 1), numberOf('page_size', size)];
  if (page < 1 || pageSize < 1 || pageSize > most) return null;
  return {
    list: rows.slice((page - 1) * pageSize, page * pageSize),
    page_info: {
      page,
      page_size: pageSize,
      total_number: rows.length,
      total_page: Math.ceil(rows.length / pageSize),
    },
  };
}
