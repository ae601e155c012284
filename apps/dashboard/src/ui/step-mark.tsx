import { Check } from 'lucide-react';
import { cn } from './cn.ts';

/** The number of a step, or a check once it is done. */
export function StepMark({ done, number }: { done: boolean; number: number }) {
  return (
    <span
      className={cn(
        'num grid size-[22px] shrink-0 place-items-center rounded-full border text-xs font-semibold',
        done ? 'border-transparent bg-good-soft text-good' : 'border-line-strong text-text-2',
      )}
    >
      {done ? <Check aria-hidden className="size-3.5" strokeWidth={2.4} /> : number}
      <span className="sr-only">{done ? ' done' : ' to do'}</span>
    </span>
  );
}
