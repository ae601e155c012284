import { SETUP_STEPS } from '@trailmark/contract/projects';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The overview before its project is known, in the size of what comes. */
export function OverviewLoading() {
  return (
    <Page aria-busy="true" aria-label="Loading">
      <Card>
        <div className="flex h-[65px] flex-col justify-center gap-2.5 px-4">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-52" />
        </div>
        {SETUP_STEPS.map((step) => (
          <div key={step} className="flex h-16 items-center gap-3 border-t border-line px-4">
            <Skeleton className="size-[22px] rounded-full" />
            <div className="grid gap-2.5">
              <Skeleton className="h-3 w-28" />
              <Skeleton className="h-2.5 w-[min(320px,50vw)]" />
            </div>
          </div>
        ))}
      </Card>
    </Page>
  );
}
