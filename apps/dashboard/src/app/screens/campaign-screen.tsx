import { capital } from '@trailmark/contract/project-words';
import { UserRound } from 'lucide-react';
import { CampaignPage } from '../../features/campaigns/details/campaign-page.tsx';
import { CohortReport } from '../../features/cohorts/cohort-report.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { NO_PEOPLE_FILTERS } from '../../features/people/people-view.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** One campaign: its own tabs, and the people and cohorts that it brought. */
export function CampaignScreen() {
  return (
    <CampaignPage
      tabs={{
        users: (campaignId) => <UsersTab campaignId={campaignId} />,
        cohorts: (campaignId) => (
          <CohortReport filter={{ campaigns: campaignId }} without={['campaign', 'network']} />
        ),
      }}
    />
  );
}

/** Who came by this campaign? */
function UsersTab({ campaignId }: { campaignId: string }) {
  const { newInstalls, reinstalls, arriveVerb } = useProjectWords();
  return (
    <PeopleList
      view={{ ...NO_PEOPLE_FILTERS, campaign: campaignId }}
      header={
        <CardHeader
          title="Users"
          description={`${capital(newInstalls)} and ${reinstalls} of this period that are credited to this campaign, newest first. Open one to see its journey and why it was credited.`}
        />
      }
      empty={
        <EmptyState
          icon={<UserRound />}
          title={`No ${newInstalls} or ${reinstalls} in this period`}
          text={`People who ${arriveVerb} after opening one of its links are listed here. Choose another period, or share a link.`}
        />
      }
    />
  );
}
