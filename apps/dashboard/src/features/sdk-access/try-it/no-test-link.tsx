import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { useMay } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export function NoTestLink() {
  const may = useMay()('campaigns.edit');
  return (
    <EmptyState
      icon={<Link2 />}
      title="There is no link to try yet"
      text={
        may
          ? 'A campaign has one from the start. Create a campaign, then come back.'
          : 'A campaign has one from the start. Owners, admins and members create campaigns.'
      }
      action={
        may && (
          <Button asChild>
            <Link to="/campaigns/new">New campaign</Link>
          </Button>
        )
      }
      className="border-t border-line py-8"
    />
  );
}
