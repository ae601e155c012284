import { CallError } from '@trailmark/contract/call';
import { failureAdvice } from '../../failures/failure-advice.ts';

const SUBJECTS: Record<string, string> = {
  code: 'The code that the network sent',
  auth_code: 'The code that the network sent',
  state: 'This sign-in',
};

/** Why a code was not taken: the person sees no field that could be marked. */
export function failedReason(error: unknown): string {
  if (!(error instanceof CallError)) return failureAdvice(error);
  const [field, reason] = Object.entries(error.fields)[0] ?? [];
  const subject = field === undefined ? undefined : SUBJECTS[field];
  return subject && reason ? `${subject} ${reason.replace(/\.?$/, '.')}` : failureAdvice(error);
}
