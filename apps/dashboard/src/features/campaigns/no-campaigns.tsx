import { Link } from '@tanstack/react-router';
import { Megaphone, SearchX, Share2 } from 'lucide-react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type CampaignFilters, isFiltered, type Status } from './campaign-filters.ts';

const EMPTY_TABS: Record<Exclude<Status, 'all'>, { title: string; text: string }> = {
  active: { title: 'No campaign is active', text: 'Campaigns whose links work are listed here.' },
  paused: { title: 'No campaign is paused', text: 'Campaigns that were switched off are listed here.' },
  archived: {
    title: 'Nothing is archived',
    text: 'A campaign that is over can be archived: its links close, and what it measured stays.',
  },
};

interface NoCampaignsProps {
  filters: CampaignFilters;
  onClear: () => void;
}

/** Why the list is empty, and what changes that. */
export function NoCampaigns({ filters, onClear }: NoCampaignsProps) {
  const { role, name } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  if (isFiltered(filters)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No campaign fits"
        text="None has this name, id or tag among those that are shown. Archived ones are under Archived."
        action={<Button onClick={onClear}>Clear the search</Button>}
      />
    );
  }
  if (role === 'guest') {
    return (
      <EmptyState
        icon={<Share2 />}
        title="No campaign is shared with you yet"
        text={`You are a guest in ${name} and see the campaigns that its team shares with you. Ask them for one, or an owner or admin for another role.`}
      />
    );
  }
  if (filters.status !== 'all') return <EmptyState icon={<Megaphone />} {...EMPTY_TABS[filters.status]} />;
  return (
    <EmptyState
      icon={<Megaphone />}
      title="There is no campaign yet"
      text={
        mayEdit
          ? 'A campaign is a short link that sends each visitor to the right place and remembers who came by it.'
          : 'Campaigns will be listed here, each with its link. An owner, admin or member can create the first one.'
      }
      action={
        mayEdit && (
          <Button variant="primary" asChild>
            <Link to="/campaigns/new">Create a campaign</Link>
          </Button>
        )
      }
    />
  );
}
