import { useQueries } from '@tanstack/react-query';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { countInWords } from '../../../words/count-in-words.ts';
import { AccountChoice } from '../account-choice.tsx';
import { NetworkPage } from '../network-page.tsx';
import type { NetworkState } from '../network-state.ts';
import type { SetUpStep } from '../set-up-card.tsx';
import { CapiTest } from './capi-check.tsx';
import { CapiDialog } from './capi-dialog.tsx';
import { capiCheckQuery, isAccepted } from './capi-query.ts';
import { MetaKeyCard } from './meta-key-card.tsx';

/** Does Meta learn which ads work? */
export function MetaScreen() {
  const project = useProject();
  const mayEdit = useMay()('settings.edit');
  return (
    <NetworkPage
      kind="META"
      useOwnSteps={useMetaSteps}
      AccountDialog={CapiDialog}
      beside={<MetaKeyCard project={project} disabled={!mayEdit} />}
    />
  );
}

function useMetaSteps(state: NetworkState, onOpen: (accountId: string) => void): SetUpStep[] {
  const { project_id } = useProject();
  const { accounts } = state.connected;
  const ready = accounts.filter(({ ad_network_id }) =>
    state.health.some(({ connection_id }) => connection_id === ad_network_id),
  );
  const checks = useQueries({
    queries: ready.map(({ ad_network_id }) => capiCheckQuery(project_id, ad_network_id)),
  });
  const isTested =
    checks.some(({ data }) => data && isAccepted(data)) ||
    state.health.some(({ last_delivered_at }) => last_delivered_at !== null);
  return [
    {
      id: 'dataset',
      title: 'Choose a dataset',
      done: ready.length > 0,
      text:
        ready.length > 0
          ? `${countInWords(ready.length, 'ad account')} with a dataset.`
          : 'Where conversions of an ad account are sent, and a token for it.',
      ...(accounts.length > 0
        ? { body: <AccountChoice accounts={accounts} action="Choose a dataset" onChoose={onOpen} /> }
        : {}),
    },
    {
      id: 'test',
      title: 'Send a test event',
      done: isTested,
      text: isTested ? 'Meta has accepted events.' : 'Meta says whether token and dataset are right.',
      ...(ready.length > 0
        ? {
            body: (
              <div className="grid gap-4">
                {ready.map((account) => (
                  <CapiTest key={account.ad_network_id} account={account} />
                ))}
              </div>
            ),
          }
        : {}),
    },
  ];
}
