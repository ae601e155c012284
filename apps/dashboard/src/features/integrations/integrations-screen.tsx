import { useQuery } from '@tanstack/react-query';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CouponsCard, ToolCard, WebhooksCard } from './integration-cards.tsx';
import { ALL_TOOLS } from './tool-fields.ts';

/** What is connected, is it healthy, and when did it last send? */
export function IntegrationsScreen() {
  const { project_id } = useProject();
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page>
      <PageHeader
        level={2}
        title="Where your data goes"
        description="Installs, events and payments, each with the campaign that is credited."
        actions={
          <Button asChild>
            <DeliveriesLink>All deliveries</DeliveriesLink>
          </Button>
        }
      />
      {health.isLoadingError ? (
        <Card>
          <LoadFailed what="the integrations" query={health} />
        </Card>
      ) : (
        <section aria-label="Integrations" aria-busy={health.isPending}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-3">
            {health.data ? (
              <Cards connections={health.data} />
            ) : (
              [...ALL_TOOLS, 'webhook'].map((one) => (
                <li key={one}>
                  <Skeleton className="h-[124px] rounded-lg" />
                </li>
              ))
            )}
          </ul>
        </section>
      )}
    </Page>
  );
}

function Cards({ connections }: { connections: readonly ConnectionHealth[] }) {
  const of = (kind: string) => connections.find((one) => one.kind === kind);
  const webhooks = connections.filter(({ kind }) => kind === 'webhook');
  const connected = ALL_TOOLS.filter((tool) => of(tool));
  const others = ALL_TOOLS.filter((tool) => !of(tool));
  return (
    <>
      {connected.map((tool) => (
        <ToolCard key={tool} tool={tool} health={of(tool)} />
      ))}
      {webhooks.length > 0 && <WebhooksCard webhooks={webhooks} />}
      {others.map((tool) => (
        <ToolCard key={tool} tool={tool} />
      ))}
      {webhooks.length === 0 && <WebhooksCard webhooks={webhooks} />}
      <CouponsCard networks={connections.filter(({ kind }) => kind === 'JIO_COUPONS')} />
    </>
  );
}
