import { Share2 } from 'lucide-react';
import { useProject } from '../../project/current-project.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** A guest sees the numbers of campaigns that are shared with them, and there are none. */
export function NothingShared() {
  const { name } = useProject();
  return (
    <Card>
      <EmptyState
        icon={<Share2 />}
        title="Nothing is shared with you yet"
        text={`You are a guest in ${name}: the numbers of campaigns that its team shares with you will be here. An owner or admin can also give you another role.`}
      />
    </Card>
  );
}
