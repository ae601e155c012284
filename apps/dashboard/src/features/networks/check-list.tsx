import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';

export interface Check {
  /** What was asked, such as "The token is accepted". */
  label: string;
  /** null: the network did not say. */
  isRight: boolean | null;
  /** Why there is no answer. */
  openWord?: string;
}

const looks = {
  right: { icon: CircleCheck, color: 'text-good', word: 'yes' },
  wrong: { icon: CircleX, color: 'text-bad', word: 'no' },
  open: { icon: CircleMinus, color: 'text-text-3', word: 'not known' },
} as const;

interface CheckListProps {
  label: string;
  checks: readonly Check[];
  /** What the network said. */
  children?: ReactNode;
}

/** What a network answered to each question of a check. */
export function CheckList({ label, checks, children }: CheckListProps) {
  return (
    <div role="status" className="grid gap-2 rounded-md border border-line px-3 py-2.5 text-[13px]">
      <ul aria-label={label} className="grid gap-1.5">
        {checks.map(({ label: text, isRight, openWord }) => {
          const { icon: Icon, color, word } = looks[isRight === null ? 'open' : isRight ? 'right' : 'wrong'];
          return (
            <li key={text} className="flex items-center gap-2">
              <Icon aria-hidden className={cn('size-4 shrink-0', color)} />
              <span className="flex-1">{text}</span>
              <span className={cn('text-sm', color)}>{isRight === null ? (openWord ?? word) : word}</span>
            </li>
          );
        })}
      </ul>
      {children}
    </div>
  );
}
