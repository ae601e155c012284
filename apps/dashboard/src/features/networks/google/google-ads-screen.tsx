import { useProject } from '../../../project/current-project.tsx';
import { countInWords } from '../../../words/count-in-words.ts';
import { AccountChoice } from '../account-choice.tsx';
import type { ConnectedAccount } from '../network-api.ts';
import { NetworkPage } from '../network-page.tsx';
import type { NetworkState } from '../network-state.ts';
import type { SetUpStep } from '../set-up-card.tsx';
import { LinkIdsDialog } from './link-ids-dialog.tsx';

/** Does Google learn which ads work? */
export function GoogleAdsScreen() {
  return <NetworkPage kind="GOOGLE" useOwnSteps={useLinkSteps} AccountDialog={LinkIdsDialog} />;
}

const linksOf = ({ links }: ConnectedAccount) => (links ? [links.android, links.ios] : []);

/** A website needs no links. */
function useLinkSteps(
  { connected: { accounts } }: NetworkState,
  onOpen: (accountId: string) => void,
): SetUpStep[] {
  const { platform } = useProject();
  if (platform === 'web') return [];
  const linked = accounts.filter((account) => linksOf(account).some(({ link_id }) => link_id !== null));
  const entered = linked.flatMap(linksOf).filter(({ link_id }) => link_id !== null);
  const working = entered.filter(({ status }) => status === 'enabled');
  return [
    {
      id: 'links',
      title: 'Link your apps',
      done: entered.length > 0,
      text:
        entered.length > 0
          ? `${countInWords(entered.length, 'link')} entered.`
          : 'A link ID for each app; for websites none is needed.',
      ...(accounts.length > 0
        ? { body: <AccountChoice accounts={accounts} action="Enter links" onChoose={onOpen} /> }
        : {}),
    },
    {
      id: 'accepted',
      title: 'Links accepted by Google',
      done: working.length > 0,
      text:
        working.length > 0
          ? `${countInWords(working.length, 'link')} ${working.length === 1 ? 'works' : 'work'}.`
          : 'Google says whether a link is there and enabled.',
      ...(entered.length > 0
        ? { body: <AccountChoice accounts={linked} action="Check links" onChoose={onOpen} /> }
        : {}),
    },
  ];
}
