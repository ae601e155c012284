import { UserRound } from 'lucide-react';
import { CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { NO_PEOPLE_FILTERS } from '../people/people-view.ts';

/** Who came by this campaign? */
export function UsersTab({ campaignId }: { campaignId: string }) {
  return (
    <PeopleList
      view={{ ...NO_PEOPLE_FILTERS, campaign: campaignId }}
      header={
        <CardHeader
          title="Users"
          description="Installs and reinstalls of this period that are credited to this campaign, newest first. Open one to see its journey and why it was credited."
        />
      }
      empty={
        <EmptyState
          icon={<UserRound />}
          title="No installs or reinstalls in this period"
          text="People who install after opening one of its links are listed here. Choose another period, or share a link."
        />
      }
    />
  );
}
