import { CallError } from '@trailmark/contract/call';

/** An address that never named anything, or something that is gone: trying again would not help. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_found' || error.code === 'validation_failed');
}
