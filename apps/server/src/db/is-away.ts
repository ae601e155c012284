import type { Queries } from './queries.ts';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Connection exceptions, shutdown and start of the server, too many connections. */
const SQLSTATE = /^(08...|57P0[1-5]|53...)$/;
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** The connection was lost between a commit and its answer. https://www.postgresql.org/docs/15/errcodes-appendix.html */
export class TransactionOutcomeUnknown extends Error {
  readonly code = '08007';
  /** The node of a cluster that knows it; its transactions have numbers of their own. */
  readonly node: Queries | null;
  constructor(cause: unknown) {
    super('Whether the transaction was committed is unknown.', { cause });
    this.node = (cause as { node?: Queries }).node ?? null;
  }
}

/** A statement timed out. That can be the fault of the statement, and not of the database. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Query read timeout');
}

/** Whether a failure means that the database cannot be reached, and so says nothing about the statement. */
export function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (NETWORK.has(code) || SQLSTATE.test(code))) return true;
  return typeof message === 'string' && WORDS.test(message);
}

const COLLISIONS = new Set(['40001', '40P01']);

/** Serialization failures and deadlocks: the same work succeeds when it is done again. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has((error as { code?: string }).code ?? '');
}
