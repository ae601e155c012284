import { Link } from '@tanstack/react-router';
import type { EventMapAccount, PostbackEventMap } from '@trailmark/contract/event-maps';
import { Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { NETWORK_PAGES } from '../../project/network-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { asSentence } from '../../words/delivery-words.ts';
import { MapDialog } from './map-dialog.tsx';
import { MapRow } from './map-row.tsx';
import { networkWords } from './map-words.ts';
import { ProposedMapsDialog } from './proposed-maps-dialog.tsx';

interface AccountCardProps {
  account: EventMapAccount;
  maps: readonly PostbackEventMap[];
  mayEdit: boolean;
}

export const mapColumns = (network: string) => [
  ...['Active', 'Your event', `At ${network}`, 'Value', 'Installs', 'How often', 'Consent'],
];

/** The maps of one account. */
export function AccountCard({ account, maps, mayEdit }: AccountCardProps) {
  const [opened, setOpened] = useState<'add' | 'proposed' | null>(null);
  const close = () => setOpened(null);
  const network = networkWords(account);
  const title = `${network} · ${account.name}`;
  return (
    <Card aria-label={title}>
      <CardHeader
        title={title}
        description={<span className="mono">{account.external_account_id}</span>}
        actions={
          mayEdit && (
            <>
              {maps.length > 0 && (
                <Button size="sm" onClick={() => setOpened('proposed')}>
                  <WandSparkles aria-hidden />
                  Use proposed maps
                </Button>
              )}
              <Button size="sm" onClick={() => setOpened('add')} aria-label={`Add a map to ${title}`}>
                <Plus aria-hidden />
                Add a map
              </Button>
            </>
          )
        }
        className="pb-3"
      />
      {account.problem && <Problem account={account} text={account.problem} />}
      {maps.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-4">
          <p className="min-w-0 text-[13px] text-text-2">
            <span className="block font-medium text-text">This account has no event maps yet</span>
            {mayEdit
              ? `Nothing is sent to it until you map an event. Maps are proposed from the names of your events.`
              : `Nothing is sent to it until an owner, admin or member adds one.`}
          </p>
          {mayEdit && (
            <Button variant={account.problem ? 'default' : 'primary'} onClick={() => setOpened('proposed')}>
              <WandSparkles aria-hidden />
              Use proposed maps
            </Button>
          )}
        </div>
      ) : (
        <ListTable label={`Event maps of ${title}`} columns={mapColumns(network)} rows={maps} expected={3}>
          {(map) => <MapRow key={map.id} account={account} map={map} mayEdit={mayEdit} />}
        </ListTable>
      )}
      {opened === 'add' && <MapDialog account={account} map={null} onClose={close} />}
      {opened === 'proposed' && <ProposedMapsDialog account={account} maps={maps} onClose={close} />}
    </Card>
  );
}

function Problem({ account, text }: { account: EventMapAccount; text: string }) {
  return (
    <Notice
      tone="warn"
      title="Nothing is sent to this account now"
      className="mx-4 mb-4"
      action={
        <Button size="sm" asChild>
          <Link to="/integrations/$kind" params={{ kind: NETWORK_PAGES[account.kind] }}>
            Open {networkWords(account)}
          </Link>
        </Button>
      }
    >
      {asSentence(text)}
    </Notice>
  );
}
