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
          description="Installs of the chosen days that this campaign is credited with, newest first. Open one to see its journey and why it was credited."
        />
      }
      empty={
        <EmptyState
          icon={<UserRound />}
          title="No installs by this campaign in this period"
          text="Who installs after opening one of its links stands here. Choose other days, or share a link."
        />
      }
    />
  );
}
