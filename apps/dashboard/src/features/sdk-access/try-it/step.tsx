import type { ReactNode } from 'react';
import { StepMark } from '../../../ui/step-mark.tsx';

interface StepProps {
  number: number;
  title: string;
  text: ReactNode;
  done: boolean;
  /** At the right, or below on a phone. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One step of the wizard. */
export function Step({ number, title, text, done, action, children }: StepProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <StepMark done={done} number={number} />
        <div className="grid min-w-0 flex-[1_1_240px]">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm text-text-2">{text}</p>
        </div>
        {action && <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{action}</div>}
      </div>
      {children}
    </li>
  );
}
