import { Link } from '@tanstack/react-router';
import type { EventMapAccount, PostbackEventMap } from '@trailmark/contract/event-maps';
import { ArrowLeftRight, Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { NETWORK_PAGES } from '../../project/network-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
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

/** The maps of one account. */
export function AccountCard({ account, maps, mayEdit }: AccountCardProps) {
  const [opened, setOpened] = useState<'add' | 'proposed' | null>(null);
  const close = () => setOpened(null);
  const network = networkWords(account);
  const title = `${network} · ${account.name}`;
  const columns = ['Active', 'Your event', `At ${network}`, 'Value', 'Installs', 'How often', 'Consent'];
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
        <EmptyState
          icon={<ArrowLeftRight />}
          title="This account has no event maps yet"
          text={
            mayEdit
              ? `Nothing is sent to ${network} until you map an event. Maps are proposed from the names of your events.`
              : `Nothing is sent to ${network} until an owner, admin or member adds one.`
          }
          action={
            mayEdit && (
              <Button variant="primary" onClick={() => setOpened('proposed')}>
                <WandSparkles aria-hidden />
                Use proposed maps
              </Button>
            )
          }
          className="border-t border-line py-8"
        />
      ) : (
        <ListTable label={`Event maps of ${title}`} columns={columns} rows={maps} expected={3}>
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
