import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { AD_NETWORKS } from './ad-networks.ts';
import type { ConnectedAccount } from './network-api.ts';
import type { NetworkState } from './network-state.ts';
import { useRemoveAccount } from './use-network.ts';

interface DisconnectDialogProps {
  state: NetworkState;
  account: ConnectedAccount;
  onClose: () => void;
}

/** What is lost with an account. */
function lossesOf({ kind, connected, eventMaps }: NetworkState, account: ConnectedAccount): string[] {
  const { label } = AD_NETWORKS[kind];
  const maps = eventMaps.filter(({ ad_network_id }) => ad_network_id === account.ad_network_id).length;
  const login = connected.logins.find(({ login_id }) => login_id === account.login_id);
  const siblings = connected.accounts.filter(({ login_id }) => login_id === account.login_id);
  const isLast = login !== undefined && siblings.length === 1;
  return [
    `Nothing more is sent to it, and queued deliveries are dropped.`,
    maps > 0
      ? `Its settings and ${countInWords(maps, 'event map')} are deleted here.`
      : 'Its settings are deleted here.',
    ...(isLast
      ? [`It is the last one that ${login.name} reaches: that sign-in and its tokens are deleted, too.`]
      : []),
    `What ${label} already has stays there, and the delivery history keeps what was sent.`,
  ];
}

export function DisconnectDialog({ state, account, onClose }: DisconnectDialogProps) {
  const remove = useRemoveAccount(state.kind);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${account.name}?`}
      text={
        <ul className="grid list-disc gap-1 pl-4">
          {lossesOf(state, account).map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      }
      confirmLabel="Disconnect"
      onConfirm={() => remove(account)}
    />
  );
}
