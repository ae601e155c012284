import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';

interface CampaignColumnsProps {
  /** What people come for; on a narrow window it comes first. */
  head?: ReactNode;
  /** A preview of the form; on a wide window it stays in sight. */
  aside: ReactNode;
  children: ReactNode;
}

/** The form at the left, the link at the right; on a narrow window one above the other. */
export function CampaignColumns({ head, aside, children }: CampaignColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_360px] xl:grid-rows-[auto_1fr]">
      {head && <div className="min-w-0 xl:col-start-2">{head}</div>}
      <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">{children}</div>
      <aside
        aria-label="Where visitors go"
        className={cn('min-w-0 xl:col-start-2', head ? 'xl:row-start-2' : 'xl:row-span-2 xl:row-start-1')}
      >
        <div className="xl:sticky xl:top-[72px]">{aside}</div>
      </aside>
    </div>
  );
}
