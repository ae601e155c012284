import { Link } from '@tanstack/react-router';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import { Ellipsis, ListTree, ScrollText, Unplug } from 'lucide-react';
import { useState } from 'react';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { useMay } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { asSentence } from '../../words/delivery-words.ts';
import { AD_NETWORKS } from './ad-networks.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import type { ConnectedAccount } from './network-api.ts';
import type { NetworkState } from './network-state.ts';
import { useImportAgain } from './use-network.ts';

interface AccountsCardProps {
  state: NetworkState;
  /** Opens the settings of an account. */
  onOpen: (accountId: string) => void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Connected accounts: what they are, by whose login they are reached, and whether conversions arrive. */
export function AccountsCard({ state, onOpen }: AccountsCardProps) {
  const { kind, connected, health } = state;
  const mayEdit = useMay()('connections.edit');
  const again = useImportAgain(kind);
  const [leaving, setLeaving] = useState<ConnectedAccount | null>(null);
  const { account: noun, label } = AD_NETWORKS[kind];
  return (
    <Card aria-label={`${capital(noun)}s`}>
      <CardHeader
        title={`${capital(noun)}s`}
        className="pb-3"
        actions={
          mayEdit &&
          connected.logins.length > 0 && (
            <Button size="sm" loading={again.isPending} onClick={() => again.mutate()}>
              Import again
            </Button>
          )
        }
      />
      <ListTable
        label={`${capital(noun)}s of ${label}`}
        columns={[
          capital(noun),
          { label: 'Conversions', wideOnly: true },
          'Currency and time zone',
          'Reached by',
        ]}
        rows={connected.accounts}
        expected={2}
      >
        {(account) => (
          <AccountRow
            key={account.ad_network_id}
            account={account}
            state={state}
            health={health.find(({ connection_id }) => connection_id === account.ad_network_id)}
            onOpen={() => onOpen(account.ad_network_id)}
            onDisconnect={() => setLeaving(account)}
          />
        )}
      </ListTable>
      {leaving && <DisconnectDialog state={state} account={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

interface AccountRowProps {
  account: ConnectedAccount;
  state: NetworkState;
  /** Undefined: nothing is sent to it. */
  health: ConnectionHealth | undefined;
  onOpen: () => void;
  onDisconnect: () => void;
}

/** As wide as the actions leave it: what an account is and how it is doing are seen without scrolling. */
const ON_PHONE =
  'max-sm:w-[min(200px,calc(100vw-184px))] max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal';

function AccountRow({ account, state, health, onOpen, onDisconnect }: AccountRowProps) {
  const mayEdit = useMay()('connections.edit');
  const { name, external_account_id, currency, time_zone, status, login_id } = account;
  const login = state.connected.logins.find((one) => one.login_id === login_id);
  return (
    <TableRow>
      <TableCell className="py-2">
        <span className={cn('grid', ON_PHONE)}>
          <span className="flex flex-wrap items-center gap-x-2 font-medium">
            {name}
            {status === 'disabled' && <Tag tone="warn">Disabled at {AD_NETWORKS[state.kind].label}</Tag>}
          </span>
          <span className="mono text-xs text-text-3">{external_account_id}</span>
          <span className="mt-1 sm:hidden">
            <Conversions health={health} />
          </span>
        </span>
      </TableCell>
      <TableCell className="py-2 max-sm:hidden">
        <Conversions health={health} />
      </TableCell>
      <TableCell className="text-text-2">
        <span className="grid">
          <span>{currency ?? 'Currency unknown'}</span>
          <span className="text-xs text-text-3">{time_zone ?? 'Time zone unknown'}</span>
        </span>
      </TableCell>
      <TableCell className="text-text-2">{login?.name ?? 'No sign-in'}</TableCell>
      <TableCell>
        <span className="flex items-center justify-end gap-1">
          {mayEdit && (
            <Button size="sm" aria-label={`Settings of ${name}`} onClick={onOpen}>
              Settings
            </Button>
          )}
          <AccountMenu account={account} onDisconnect={mayEdit ? onDisconnect : undefined} />
        </span>
      </TableCell>
    </TableRow>
  );
}

function Conversions({ health }: { health: ConnectionHealth | undefined }) {
  if (!health) return <Tag>Not set up</Tag>;
  return (
    <span className="grid gap-1 sm:min-w-[220px] py-0.5 whitespace-normal">
      <ConnectionStateTag state={health.state} />
      {health.state === 'attention' && health.reason && (
        <span className="text-sm break-words text-warn">{asSentence(health.reason)}</span>
      )}
      <HealthLine health={health} />
    </span>
  );
}

interface AccountMenuProps {
  account: ConnectedAccount;
  /** Undefined for who may not. */
  onDisconnect: (() => void) | undefined;
}

function AccountMenu({ account: { ad_network_id, name }, onDisconnect }: AccountMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" tooltip={false} label={`More for ${name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <DeliveriesLink connectionId={ad_network_id}>
            <ScrollText aria-hidden className="size-[15px] text-text-2" />
            Deliveries
          </DeliveriesLink>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/postbacks">
            <ListTree aria-hidden className="size-[15px] text-text-2" />
            Event maps
          </Link>
        </DropdownMenuItem>
        {onDisconnect && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem danger icon={<Unplug />} onSelect={onDisconnect}>
              Disconnect
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
