import { Coins } from 'lucide-react';
import { ConnectLink } from '../../project/connect-link.tsx';
import { useMay } from '../../project/current-project.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Why there is nothing yet, and what changes that. */
export function NotConnected({ then }: { then: string }) {
  const mayConnect = useMay()('connections.edit');
  return (
    <Card>
      <EmptyState
        icon={<Coins />}
        title="No ad account is connected"
        text={`${mayConnect ? 'Connect' : 'An owner or admin connects'} Meta, Google Ads or TikTok. ${then}`}
        action={<ConnectLink />}
      />
    </Card>
  );
}
