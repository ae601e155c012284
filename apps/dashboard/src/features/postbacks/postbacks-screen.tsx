import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { failedQueries } from '../../failures/failed-queries.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { ConnectLink } from '../../project/connect-link.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard, mapColumns } from './account-card.tsx';
import { eventMapsQuery, mapAccountsQuery } from './postbacks-query.ts';

/** Which of our events becomes which of theirs, with what value and for which installs? */
export function PostbacksScreen() {
  const { project_id, role } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const accounts = useQuery(mapAccountsQuery(project_id));
  const maps = useQuery(eventMapsQuery(project_id));
  const failed = failedQueries([accounts, maps]);
  const isLoading = accounts.isPending || maps.isPending;
  return (
    <Page>
      <PageHeader
        level={2}
        title="What ad networks are sent"
        description="Each map sends one of your events to an account with an ad network, under the network’s own name. Ads are then optimised for it."
      />
      {!mayEdit && (
        <Notice title="You can see these maps but not change them">
          Your role here is {role}. Owners, admins and members change event maps.
        </Notice>
      )}
      {failed && (
        <Card>
          <LoadFailed what="the event maps" query={failed} />
        </Card>
      )}
      {isLoading && !failed && <MapsLoading />}
      {accounts.data?.length === 0 && <NoNetwork />}
      {maps.data &&
        accounts.data?.map((account) => (
          <AccountCard
            key={account.ad_network_id}
            account={account}
            maps={maps.data.filter(({ ad_network_id }) => ad_network_id === account.ad_network_id)}
            mayEdit={mayEdit}
          />
        ))}
    </Page>
  );
}

function NoNetwork() {
  const mayConnect = useMay()('connections.edit');
  return (
    <Card>
      <EmptyState
        icon={<ArrowLeftRight />}
        title="No ad network is connected yet"
        text={
          mayConnect
            ? 'Connect an account with Meta, Google or TikTok, and choose here which of your events it is sent.'
            : 'An owner or admin connects Meta, Google or TikTok. Which of your events they are sent is then listed here.'
        }
        action={<ConnectLink />}
      />
    </Card>
  );
}

/** One account with some maps. */
function MapsLoading() {
  return (
    <Card aria-busy="true" aria-label="Event maps">
      <div className="grid gap-2.5 px-4 pt-4 pb-3">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-28" />
      </div>
      <ListTable label="Event maps" columns={mapColumns('the network')} rows={null} expected={4}>
        {() => null}
      </ListTable>
    </Card>
  );
}
