import type { ConnectionHealth } from '@trailmark/contract/connections';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { useProject } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

const count = new Intl.NumberFormat('en');

/** Is it healthy, and when did it last send? */
export function ToolHealthCard({ health }: { health: ConnectionHealth }) {
  const { timezone } = useProject();
  const { connection_id, waiting, rejected, skipped, last_delivered_at } = health;
  return (
    <Card>
      <CardHeader title="Health" actions={<ConnectionStateTag state={health.state} />} />
      <CardBody className="grid gap-3">
        <HealthLine health={health} />
        <DescriptionList>
          <Description label="Last delivery">
            {last_delivered_at ? <RelativeTime at={last_delivered_at} timeZone={timezone} /> : 'none yet'}
          </Description>
          <Description label="Delivered since yesterday">{count.format(health.delivered)}</Description>
          <Description label="Waiting">
            <Count value={waiting} connectionId={connection_id} state="waiting" />
          </Description>
          <Description label="Refused since yesterday">
            <Count value={rejected} connectionId={connection_id} state="rejected" />
          </Description>
          <Description label="Left out since yesterday">
            <Count value={skipped} connectionId={connection_id} state="skipped" />
          </Description>
        </DescriptionList>
        <p className="text-xs text-text-3">Days in UTC.</p>
      </CardBody>
    </Card>
  );
}

interface CountProps {
  value: number;
  connectionId: string;
  state: 'waiting' | 'rejected' | 'skipped';
}

/** A number that opens its rows. */
function Count({ value, connectionId, state }: CountProps) {
  if (value === 0) return '0';
  return (
    <DeliveriesLink connectionId={connectionId} state={state} className="link">
      {count.format(value)}
    </DeliveriesLink>
  );
}
