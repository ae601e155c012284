import { ReportLoading } from '../../../report/report-loading.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { CampaignColumns } from '../form/campaign-columns.tsx';
import { type CampaignTab, isReportTab } from './campaign-tabs.tsx';

/** A campaign before anything is known of it, in the size of the tab that comes. */
export function CampaignLoading({ tab }: { tab: CampaignTab }) {
  return (
    <Page aria-busy="true" aria-label="Loading" className={isReportTab(tab) ? undefined : 'max-w-[1180px]'}>
      <div className="grid gap-2">
        <Skeleton className="my-[1.4px] h-4 w-24" />
        <div className="grid gap-0.5">
          <Skeleton className="my-0.5 h-[17px] w-56" />
          <Skeleton className="my-0.5 h-4 w-40" />
        </div>
      </div>
      <div className="h-[37px] border-b border-line">
        <Skeleton className="h-7 w-80 max-w-full" />
      </div>
      <TabLoading tab={tab} />
    </Page>
  );
}

function TabLoading({ tab }: { tab: CampaignTab }) {
  if (tab === 'performance') return <ReportLoading />;
  if (tab === 'settings') return <SettingsLoading />;
  return (
    <Card className="p-4">
      <Skeleton className="mb-4 w-32" />
      <SkeletonText lines={8} />
    </Card>
  );
}

function SettingsLoading() {
  return (
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
  );
}
