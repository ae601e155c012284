import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** As high as a receipt with three touches. */
export function PersonLoading() {
  return (
    <Page aria-busy aria-label="Loading">
      <div className="grid gap-2">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-5 w-32" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)]">
        <div className="grid gap-3">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="h-5" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="h-[330px] rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-60 rounded-lg" />
        </div>
      </div>
    </Page>
  );
}
