import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { invalid } from './meta-error.ts';

const DEFAULT_LIMIT = 25;
const MOST = 5000;

const cursorOf = (index: number) => Buffer.from(`row ${index}`).toString('base64url');

function indexOf(cursor: string): number | null {
  const [, index] = /^row (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  return index === undefined ? null : Number(index);
}

/** One page of rows, with the cursors of the Graph API. */
export function graphPage(
  rows: readonly unknown[],
  request: ToolRequest,
  { parameters, headers = {} }: { parameters: URLSearchParams; headers?: Record<string, string> },
): Answer {
  const limitText = parameters.get('limit') ?? String(DEFAULT_LIMIT);
  const limit = /^\d+$/.test(limitText) ? Number(limitText) : 0;
  if (limit < 1 || limit > MOST) return invalid('Param limit must be a number between 1 and 5000');
  const after = parameters.get('after');
  const afterIndex = after === null ? -1 : indexOf(after);
  if (afterIndex === null) return invalid('Invalid cursors values');
  const start = afterIndex + 1;
  const data = rows.slice(start, start + limit);
  if (data.length === 0) return { status: 200, body: { data: [] }, headers };
  const cursors = { before: cursorOf(start), after: cursorOf(start + data.length - 1) };
  const next = new URLSearchParams(parameters);
  next.set('after', cursors.after);
  const hasMore = start + data.length < rows.length;
  // The address of the next page carries the token, as Meta's does.
  const paging = hasMore ? { cursors, next: `https://${request.host}${request.path}?${next}` } : { cursors };
  return { status: 200, body: { data, paging }, headers };
}

/** The chosen fields of an object, always with its id; Meta leaves out what has no value. */
export function chooseFields(
  given: Record<string, unknown>,
  { fields, always }: { fields: readonly string[]; always: readonly string[] },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== undefined && (fields.includes(name) || always.includes(name)),
    ),
  );
}

export const fieldsOf = (parameters: URLSearchParams): string[] =>
  (parameters.get('fields') ?? '').split(',').filter((field) => field !== '');
