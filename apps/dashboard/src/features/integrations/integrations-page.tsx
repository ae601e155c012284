import { useQuery } from '@tanstack/react-query';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { IntegrationCardLoading, IntegrationSection } from '../../project/integration-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ToolCard, WebhooksCard } from './integration-cards.tsx';
import { ALL_TOOLS } from './tool-fields.ts';

interface IntegrationsPageProps {
  /** The section of the ad networks. */
  networks: ReactNode;
}

/** What is connected, is it healthy, and when did it last send? */
export function IntegrationsPage({ networks }: IntegrationsPageProps) {
  const { project_id } = useProject();
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page className="gap-6">
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
      {networks}
      {health.isLoadingError ? (
        <Card>
          <LoadFailed what="the integrations" query={health} />
        </Card>
      ) : (
        <IntegrationSection title="Analytics, messaging and your own systems" busy={health.isPending}>
          {health.data ? (
            <Cards connections={health.data} />
          ) : (
            [...ALL_TOOLS, 'webhook'].map((one) => <IntegrationCardLoading key={one} />)
          )}
        </IntegrationSection>
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
    </>
  );
}
