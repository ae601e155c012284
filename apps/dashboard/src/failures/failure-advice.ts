import { CallError } from '@trailmark/contract/call';

/** Why something failed and what to do next. */
export function failureAdvice(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something unexpected happened. Please try again.';
  if (error.code === null && error.status === 0)
    return `${error.message} Check your connection and try again.`;
  if (error.code === 'validation_failed') return validationAdvice(error);
  if (error.code === 'forbidden')
    return `${error.message} An owner or admin of the project can give you the role.`;
  if (error.code === 'internal_error' && error.requestId)
    return `${error.message} Reference: ${error.requestId}`;
  return error.message;
}

function validationAdvice(error: CallError): string {
  const reasons = Object.values(error.fields);
  return reasons.length > 0 ? 'Check the highlighted fields and try again.' : error.message;
}
