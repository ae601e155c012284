import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CardLoading } from '../../ui/card-loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import type { AccountDialogProps } from './account-dialog.tsx';
import { AccountsCard } from './accounts-table.tsx';
import { AD_NETWORKS, type AdNetwork } from './ad-networks.ts';
import { AppCard } from './app-card.tsx';
import { firstSteps, lastStep } from './common-steps.tsx';
import { LoginsCard } from './logins-card.tsx';
import { NetworkNotices } from './network-notices.tsx';
import { type NetworkState, useNetworkState } from './network-state.ts';
import { leftOutQuery } from './networks-query.ts';
import { SetUpCard, SetUpLoading, type SetUpStep } from './set-up-card.tsx';

export interface NetworkPageProps {
  kind: AdNetwork;
  /** The steps of this network alone, between the import and the events. */
  useOwnSteps: (state: NetworkState, onOpen: (accountId: string) => void) => SetUpStep[];
  /** Where an account's conversions are sent. */
  AccountDialog: ComponentType<AccountDialogProps>;
  /** A card next to those about the app and the sign-ins. */
  beside?: ReactNode;
}

/** Is this network connected, is it healthy, and what is left to do? */
export function NetworkPage(props: NetworkPageProps) {
  const { kind } = props;
  const { state, failed } = useNetworkState(kind);
  const { label, text } = AD_NETWORKS[kind];
  return (
    <Page>
      <div className="grid gap-2.5">
        <BackLink to="/integrations">All integrations</BackLink>
        <div className="flex items-center gap-3">
          <ConnectionMark kind={kind} />
          <p className="min-w-0 text-text-2">
            {text} Installs and purchases go back to {label}, so that it learns which ads work.
          </p>
        </div>
      </div>
      {failed && (
        <Card>
          <LoadFailed what={label} query={failed} />
        </Card>
      )}
      {!failed && !state && <NetworkLoading />}
      {state && <LoadedNetwork {...props} state={state} />}
    </Page>
  );
}

function LoadedNetwork({
  state,
  useOwnSteps,
  AccountDialog,
  beside,
}: NetworkPageProps & { state: NetworkState }) {
  const { kind, app, connected } = state;
  const [openedId, setOpenedId] = useState<string | null>(null);
  const mayEdit = useMay()('connections.edit');
  const steps = [...firstSteps(state), ...useOwnSteps(state, setOpenedId), lastStep(state)];
  const shown = mayEdit ? steps : steps.map(({ body: _, ...step }) => step);
  const opened = connected.accounts.find(({ ad_network_id }) => ad_network_id === openedId);
  return (
    <>
      <ReadOnlyNotice />
      <NetworkNotices state={state} onOpen={setOpenedId} />
      {steps.some(({ done }) => !done) && <SetUpCard label={AD_NETWORKS[kind].label} steps={shown} />}
      {connected.accounts.length > 0 && <AccountsCard state={state} onOpen={setOpenedId} />}
      <LeftOutNotice kind={kind} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {app.id !== null && <AppCard kind={kind} app={app} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {connected.logins.length > 0 && <LoginsCard kind={kind} logins={connected.logins} />}
          {beside}
        </div>
      </div>
      {opened && (
        <AccountDialog key={opened.ad_network_id} account={opened} onClose={() => setOpenedId(null)} />
      )}
    </>
  );
}

function ReadOnlyNotice() {
  const { role } = useProject();
  const mayEdit = useMay()('connections.edit');
  if (mayEdit) return null;
  return (
    <Notice title="You can see this integration but not change it">
      Your role here is {role}. Owners and admins change integrations.
    </Notice>
  );
}

/** What the last import did not take, and why. */
function LeftOutNotice({ kind }: { kind: AdNetwork }) {
  const { project_id } = useProject();
  const { data } = useQuery(leftOutQuery(project_id, kind));
  if (!data?.length) return null;
  return (
    <Notice role="status" title="Not imported">
      <ul className="grid gap-0.5">
        {data.map(({ id, name, reason }) => (
          <li key={id}>
            {name} <span className="mono text-xs text-text-3">{id}</span>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** In the size of what comes. */
function NetworkLoading() {
  return (
    <section aria-busy="true" aria-label="Loading" className="grid gap-4">
      <SetUpLoading />
      <div className="grid gap-4 xl:grid-cols-2">
        <CardLoading className="h-[220px]" lines={4} />
        <CardLoading className="h-[220px]" lines={4} />
      </div>
    </section>
  );
}
