import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';

/** Placeholder of a screen of which nothing is known yet. */
export function PageLoading({ width = 'full' }: { width?: 'full' | 'narrow' }) {
  return (
    <Page width={width} aria-busy="true" aria-label="Loading">
      <Card className="p-4">
        <Skeleton className="mb-4 w-40" />
        <SkeletonText lines={4} className="max-w-[520px]" />
      </Card>
      <Card className="p-4">
        <Skeleton className="mb-4 w-28" />
        <SkeletonText lines={3} className="max-w-[420px]" />
      </Card>
    </Page>
  );
}
