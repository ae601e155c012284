import { Link } from '@tanstack/react-router';
import { Megaphone, SearchX, Share2 } from 'lucide-react';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { GROUP_LABELS } from './group-labels.ts';
import { type CampaignStatus, isFiltered, type TableState } from './table-state.ts';

const EMPTY_TABS: Record<Exclude<CampaignStatus, 'all'>, { title: string; text: string }> = {
  active: { title: 'No campaign is active', text: 'Campaigns whose links work are listed here.' },
  paused: { title: 'No campaign is paused', text: 'Campaigns that were switched off are listed here.' },
  archived: {
    title: 'Nothing is archived',
    text: 'Archive a campaign when it ends: its links close, its data stays.',
  },
};

interface NoCampaignsProps {
  state: TableState;
  onClear: () => void;
}

/** Why the list is empty, and what changes that. */
export function NoCampaigns({ state, onClear }: NoCampaignsProps) {
  const { role, name } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  if (isFiltered(state)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching campaigns"
        text="No campaign matches the search and the filters. To see archived campaigns, filter by state."
        action={<Button onClick={onClear}>Clear filters</Button>}
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
  if (state.status !== 'all') return <EmptyState icon={<Megaphone />} {...EMPTY_TABS[state.status]} />;
  if (state.group !== 'campaign') {
    return (
      <EmptyState
        icon={<Megaphone />}
        title={`No ${GROUP_LABELS[state.group].noun} has data in this period`}
        text="Grouped results are listed here once campaigns have data."
      />
    );
  }
  return (
    <EmptyState
      icon={<Megaphone />}
      title="No campaigns yet"
      text={
        mayEdit
          ? 'A campaign is a short link that sends each visitor to the right place and measures what they do next.'
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
