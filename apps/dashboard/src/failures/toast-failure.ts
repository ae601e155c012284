import { toast } from '../ui/toast-store.ts';
import { failureAdvice } from './failure-advice.ts';

/** Shows that something did not work, and what to do next. */
export function toastFailure(what: string, error: unknown): void {
  toast({ variant: 'destructive', title: what, description: failureAdvice(error) });
}
