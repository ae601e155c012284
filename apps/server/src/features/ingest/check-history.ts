import { HISTORY_LISTS, type History, MAX_IMPORT_ROWS } from '@trailmark/contract/history';
import { validate } from '../../http/mount.ts';
import { AppError } from '../../platform/app-error.ts';
import type { CreditOf } from './find-credits.ts';
import { outsideReason, type TimeSpan } from './time-span.ts';

/** More would tell nobody more. */
const MOST_REASONS = 100;

export type Reasons = Map<string, string>;

/** Refuses all of a request for what is wrong with some of its rows, each named by its place. */
export function refuseRows(reasons: Reasons): void {
  const [first] = reasons;
  if (!first) return;
  const fields = Object.fromEntries([...reasons].slice(0, MOST_REASONS));
  const more = reasons.size > 1 ? `, and ${reasons.size - 1} more` : '';
  throw new AppError('validation_failed', `${first[0]} ${first[1]}${more}`, fields);
}

/** Counted before anything is looked at: a list of millions is not worth reading. */
function checkSize(json: Record<string, unknown>): void {
  const sizes = HISTORY_LISTS.map((name) => json[name]).map((rows) =>
    Array.isArray(rows) ? rows.length : 0,
  );
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const say = (reason: string) => new AppError('validation_failed', `body ${reason}`, { body: reason });
  if (rows > MAX_IMPORT_ROWS) throw say(`has more than ${MAX_IMPORT_ROWS} rows`);
}

/** The rows of a request as the contract wants them. */
export function readHistory(schema: Parameters<typeof validate>[0], json: Record<string, unknown>): History {
  checkSize(json);
  try {
    return validate(schema, json, 'body') as History;
  } catch (error) {
    if (error instanceof AppError && error.fields) refuseRows(new Map(Object.entries(error.fields)));
    throw error;
  }
}

type Timed = Partial<
  Record<'clicked_at' | 'viewed_at' | 'installed_at' | 'touched_at' | 'occurred_at', unknown>
>;
const TIMES = ['clicked_at', 'viewed_at', 'installed_at', 'touched_at', 'occurred_at'] as const;

/** History happened before it is imported, and not longer ago than the operator allows. */
export function checkTimes(history: History, span: TimeSpan): Reasons {
  const reasons: Reasons = new Map();
  for (const list of HISTORY_LISTS) {
    for (const [at, row] of history[list].entries()) {
      for (const field of TIMES) {
        const value = (row as Timed)[field];
        const reason = typeof value === 'string' ? outsideReason(new Date(value), span) : null;
        if (reason) reasons.set(`${list}.${at}.${field}`, reason);
      }
    }
  }
  return reasons;
}

/** Rows may name only what the project has. */
export function checkLinks(history: History, creditOf: CreditOf): Reasons {
  const reasons: Reasons = new Map();
  for (const list of ['clicks', 'impressions', 'installs'] as const) {
    for (const [at, row] of history[list].entries()) {
      if (creditOf(row) !== 'unknown') continue;
      const [field, what] = row.slug ? ['slug', 'link'] : ['display_id', 'campaign'];
      reasons.set(`${list}.${at}.${field}`, `is not a ${what} of this project`);
    }
  }
  return reasons;
}
