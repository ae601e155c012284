import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureAdvice } from '../../../failures/failure-advice.ts';
import { Button } from '../../../ui/button.tsx';
import { ChecklistLine } from './checklist-line.tsx';

interface LineFailedProps {
  number: number;
  title: ReactNode;
  /** What was not loaded. */
  what: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** A line whose state could not be loaded; the others are shown all the same. */
export function LineFailed({ number, title, what, query }: LineFailedProps) {
  return (
    <ChecklistLine
      number={number}
      done={false}
      title={title}
      text={
        <span role="alert">
          We couldn’t load {what}. {failureAdvice(query.error)}
        </span>
      }
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}
