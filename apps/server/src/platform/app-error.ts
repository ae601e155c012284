import type { ErrorCode } from '@trailmark/contract/errors';

/** A refusal to the caller; everything else that is thrown is a surprise and answers internal_error. */
export class AppError extends Error {
  override name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: Record<string, string>,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** A refusal of one field. */
export function badField(field: string, reason: string): AppError {
  return new AppError('validation_failed', `${field} ${reason}`, { [field]: reason });
}
