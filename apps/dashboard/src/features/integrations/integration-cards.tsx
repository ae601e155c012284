import { TOOLS, type Tool } from '@trailmark/contract/analytics-tools';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { useMay } from '../../project/current-project.tsx';
import {
  HealthSum,
  IntegrationCard,
  LastDelivery,
  latestDelivery,
  NextStep,
  worstOf,
} from '../../project/integration-card.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { asSentence } from '../../words/delivery-words.ts';
import { TOOL_TEXT } from './tool-fields.ts';

/** `health` of a tool that is connected. */
export function ToolCard({ tool, health }: { tool: Tool; health?: ConnectionHealth | undefined }) {
  const mayEdit = useMay()('connections.edit');
  return (
    <IntegrationCard
      kind={tool}
      title={TOOLS[tool].label}
      to="/integrations/$kind"
      params={{ kind: tool }}
      state={health ? <ConnectionStateTag state={health.state} /> : <Tag>Not connected</Tag>}
    >
      {health ? (
        <Connected health={health} />
      ) : (
        <>
          <p>{TOOL_TEXT[tool]}</p>
          {mayEdit && <NextStep>Connect</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}

function Connected({ health }: { health: ConnectionHealth }) {
  const { state, reason, last_delivered_at } = health;
  return (
    <>
      {state === 'attention' && reason && <p className="break-words text-warn">{asSentence(reason)}</p>}
      <HealthLine health={health} />
      <LastDelivery at={last_delivered_at} />
    </>
  );
}

/** Those that need a person first, then those that are late. */
/** All endpoints of one's own in one card. */
export function WebhooksCard({ webhooks }: { webhooks: readonly ConnectionHealth[] }) {
  const mayEdit = useMay()('connections.edit');
  const worst = worstOf(webhooks);
  return (
    <IntegrationCard
      kind="webhook"
      title="Webhooks"
      to="/webhooks"
      state={worst ? <ConnectionStateTag state={worst.state} /> : <Tag>No endpoint</Tag>}
    >
      {worst ? (
        <>
          <HealthSum connections={webhooks} subject={countInWords(webhooks.length, 'endpoint')} />
          <LastDelivery at={latestDelivery(webhooks)} />
        </>
      ) : (
        <>
          <p>Signed messages to your own systems, or to Slack.</p>
          {mayEdit && <NextStep>Add an endpoint</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}
