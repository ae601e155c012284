import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { CampaignColumns } from './campaign-columns.tsx';

export function CampaignLoading() {
  return (
    <Page aria-busy="true" aria-label="Loading" className="max-w-[1180px]">
      <div className="grid gap-2.5">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-4 w-40" />
      </div>
      <Skeleton className="h-9 w-40" />
      <CampaignColumns
        head={
          <Card className="grid gap-3 p-4">
            <Skeleton className="w-24" />
            <Skeleton className="h-control rounded-sm" />
            <Skeleton className="size-40 rounded-md" />
          </Card>
        }
        aside={
          <Card className="p-4">
            <Skeleton className="mb-4 w-28" />
            <SkeletonText lines={8} />
          </Card>
        }
      >
        <div className="grid gap-4">
          {['campaign', 'visitors', 'app'].map((section) => (
            <Card key={section} className="p-4">
              <Skeleton className="mb-4 w-32" />
              <SkeletonText lines={4} className="max-w-[480px]" />
            </Card>
          ))}
        </div>
      </CampaignColumns>
    </Page>
  );
}
