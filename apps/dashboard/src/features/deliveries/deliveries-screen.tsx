import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import { Send } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { deliveriesQuery } from './deliveries-query.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { ALL_DELIVERIES, DELIVERIES_VIEW, type DeliveriesView, isFiltered } from './deliveries-view.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { HealthStrip } from './health-strip.tsx';
import { matchingCount } from './matching-count.ts';
import { ReplayAll } from './replay-all.tsx';

/** What was sent where, what waits, and what was refused? */
export function DeliveriesScreen() {
  const { project_id, timezone } = useProject();
  const [view, change] = useAddressState(DELIVERIES_VIEW, ALL_DELIVERIES, {
    replace: (next) => 'person' in next,
  });
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page className="gap-3">
      <PageAction>
        <ZoneChip timezone={timezone} />
      </PageAction>
      {health.isLoadingError ? (
        <Card>
          <LoadFailed what="the health of the connections" query={health} />
        </Card>
      ) : (
        health.data?.length !== 0 && (
          <HealthStrip
            connections={health.data}
            chosen={view.connection}
            onChoose={(connection) => change({ connection })}
          />
        )
      )}
      <DeliveryFilters view={view} onChange={change} connections={health.data} />
      <Ledger view={view} connections={health.data} onClear={() => change(ALL_DELIVERIES)} />
    </Page>
  );
}

interface LedgerProps {
  view: DeliveriesView;
  connections: readonly ConnectionHealth[] | undefined;
  onClear: () => void;
}

function Ledger({ view, connections, onClear }: LedgerProps) {
  const { project_id, timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const list = useInfiniteQuery(deliveriesQuery({ project_id, timezone, view }));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  const failed = list.isLoadingError;
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData;
  // Rows of the filters before say nothing about these.
  const matching =
    rows && !list.isPlaceholderData
      ? matchingCount(view, { loaded: rows.length, hasMore: list.hasNextPage, connections })
      : null;
  return (
    <Card aria-busy={rows === null ? list.isFetching : list.isPlaceholderData}>
      <CardHeader
        title="Ledger"
        description="One row for each event and destination, newest first."
        className="pb-3"
        actions={
          mayEdit &&
          isFiltered(view) &&
          Boolean(rows?.length) && (
            <ReplayAll view={view} connections={connections ?? []} matching={matching} />
          )
        }
      />
      {failed && <LoadFailed what="the deliveries" query={list} />}
      {isEmpty && (
        <NoDeliveries filtered={isFiltered(view)} isConnected={connections?.length !== 0} onClear={onClear} />
      )}
      {!failed && !isEmpty && <DeliveriesTable rows={rows} expected={15} stale={list.isPlaceholderData} />}
      <LoadMore what="earlier deliveries" query={list} />
    </Card>
  );
}

interface NoDeliveriesProps {
  filtered: boolean;
  isConnected: boolean;
  onClear: () => void;
}

function NoDeliveries({ filtered, isConnected, onClear }: NoDeliveriesProps) {
  if (filtered) {
    return (
      <EmptyState
        icon={<Send />}
        title="No matching deliveries"
        text="No delivery matches every filter."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Send />}
      title="No deliveries yet"
      text={
        isConnected
          ? 'Every install, event and payment that is sent to a tool or an endpoint will be listed here, with what was answered.'
          : 'Connect an analytics tool or add a webhook. Everything that is sent will be listed here, with what was answered.'
      }
      action={
        !isConnected && (
          <Button asChild>
            <Link to="/integrations">Open integrations</Link>
          </Button>
        )
      }
    />
  );
}
