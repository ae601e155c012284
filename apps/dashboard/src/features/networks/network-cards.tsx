import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { failedQueries } from '../../failures/failed-queries.ts';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import {
  HealthSum,
  IntegrationCard,
  IntegrationCardFailed,
  IntegrationCardLoading,
  IntegrationSection,
  LastDelivery,
  latestDelivery,
  NextStep,
} from '../../project/integration-card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { asSentence } from '../../words/delivery-words.ts';
import { AD_NETWORKS, type AdNetwork, ALL_NETWORKS, pageOf } from './ad-networks.ts';
import { type NetworkSummary, networkSummary } from './network-summary.ts';
import { accountsQuery, appQuery } from './networks-query.ts';

/** The ad networks, one card each, and those of others. */
export function NetworkCards({ children }: { children: ReactNode }) {
  const { project_id } = useProject();
  const health = useQuery(connectionHealthQuery(project_id));
  return (
    <IntegrationSection title="Ad networks" busy={health.isPending}>
      {ALL_NETWORKS.map((kind) => (
        <NetworkCard key={kind} kind={kind} />
      ))}
      {children}
    </IntegrationSection>
  );
}

function NetworkCard({ kind }: { kind: AdNetwork }) {
  const { project_id } = useProject();
  const app = useQuery(appQuery(project_id, kind));
  const accounts = useQuery(accountsQuery(project_id, kind));
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  const failed = failedQueries([app, accounts, health]);
  if (failed) {
    const { label } = AD_NETWORKS[kind];
    return <IntegrationCardFailed kind={kind} title={label} to={pageOf(kind)} error={failed.error} />;
  }
  if (!app.data || !accounts.data || !health.data) return <IntegrationCardLoading />;
  const input = { app: app.data, connected: accounts.data, health: health.data };
  return <LoadedCard kind={kind} summary={networkSummary(input, new Date())} />;
}

const PROGRESS_WORDS = {
  not_set_up: { label: 'Not set up', tone: 'neutral', next: 'Set up' },
  app_entered: { label: 'App entered', tone: 'accent', next: 'Sign in' },
  signed_in: { label: 'Signed in', tone: 'accent', next: 'Import accounts' },
  connected: { label: 'Connected', tone: 'good', next: '' },
} as const;

function LoadedCard({ kind, summary }: { kind: AdNetwork; summary: NetworkSummary }) {
  const mayEdit = useMay()('connections.edit');
  const { label, text } = AD_NETWORKS[kind];
  const { progress, attention } = summary;
  const { label: progressLabel, tone, next } = PROGRESS_WORDS[progress];
  return (
    <IntegrationCard
      kind={kind}
      title={label}
      to={pageOf(kind)}
      state={
        attention ? (
          <Tag tone="warn">
            <TriangleAlert aria-hidden />
            Needs attention
          </Tag>
        ) : (
          <Tag tone={tone}>{progressLabel}</Tag>
        )
      }
    >
      {attention && <p className="break-words text-warn">{asSentence(attention)}</p>}
      {progress === 'connected' ? (
        <ConnectedLines kind={kind} summary={summary} />
      ) : (
        <>
          {!attention && <p>{text}</p>}
          {mayEdit && <NextStep>{next}</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}

function ConnectedLines({ kind, summary }: { kind: AdNetwork; summary: NetworkSummary }) {
  const { account, destination } = AD_NETWORKS[kind];
  const { accounts, health } = summary;
  if (health.length === 0) {
    return (
      <p className="flex items-baseline gap-2">
        <Dot tone="off" className="relative -top-px" />
        {countInWords(accounts, account)}. Nothing is sent yet: no {destination} is set up.
      </p>
    );
  }
  const all = countInWords(accounts, account);
  return (
    <>
      <HealthSum
        connections={health}
        subject={health.length === accounts ? all : `${health.length} of ${all} set up`}
      />
      <LastDelivery at={latestDelivery(health)} />
    </>
  );
}
