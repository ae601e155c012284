import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { reportFailure } from '../api/report-failure.ts';
import { describeFailure } from '../failures/describe-failure.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageActionSlot } from '../ui/page-action.tsx';
import { SomethingWrong } from './something-wrong.tsx';

/** Shown in place of a screen that could not be loaded or drawn. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const inShell = use(PageActionSlot) !== null;
  useEffect(() => reportFailure('A screen failed.', error), [error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (!inShell) return <SomethingWrong error={error} retry={retry} />;
  const overview = (
    <Button asChild>
      <Link to="/overview">Go to overview</Link>
    </Button>
  );
  return <ErrorState {...describeFailure(error, navigator.onLine)} onRetry={retry} action={overview} />;
}
