import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import { StepMark } from '../../../ui/step-mark.tsx';

interface ChecklistLineProps {
  number: number;
  done: boolean;
  title: ReactNode;
  /** What is known about it, and what to do next. */
  text: ReactNode;
  /** At the end of the line. */
  action?: ReactNode;
  /** What belongs to it, below the line. */
  children?: ReactNode;
}

/** One thing that SKAN needs, with its state. */
export function ChecklistLine({ number, done, title, text, action, children }: ChecklistLineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StepMark done={done} number={number} />
        <div className="grid min-w-0 flex-[1_1_220px]">
          <span className={cn('flex flex-wrap items-center gap-x-2 font-medium', done && 'text-text-2')}>
            {title}
          </span>
          <span className="max-w-[72ch] text-sm break-words text-text-2">{text}</span>
        </div>
        {action && <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{action}</div>}
      </div>
      {children && <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:pl-[34px]">{children}</div>}
    </li>
  );
}
