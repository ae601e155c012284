import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { latestDeliveriesQuery } from './deliveries-query.ts';
import { DeliveriesTable } from './deliveries-table.tsx';

/** What was sent to one connection last. */
export function LatestDeliveries({ connectionId }: { connectionId: string }) {
  const { project_id } = useProject();
  const latest = useQuery(latestDeliveriesQuery(project_id, connectionId));
  const isEmpty = latest.data?.length === 0;
  return (
    <Card aria-busy={latest.isPending}>
      <CardHeader
        title="Latest deliveries"
        className="pb-3"
        actions={
          <Button size="sm" asChild>
            <DeliveriesLink connectionId={connectionId}>All deliveries</DeliveriesLink>
          </Button>
        }
      />
      {latest.isLoadingError && <LoadFailed what="the latest deliveries" query={latest} />}
      {isEmpty && (
        <EmptyState
          icon={<Send />}
          title="Nothing was sent yet"
          text="Installs, events and payments appear here within seconds of happening."
          className="pt-4 pb-8"
        />
      )}
      {!latest.isLoadingError && !isEmpty && (
        <DeliveriesTable rows={latest.data} expected={4} hasDestination={false} />
      )}
    </Card>
  );
}
