import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CardLoading } from '../../ui/card-loading.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { AccountCard } from './account-card.tsx';
import { eventMapsQuery, mapAccountsQuery } from './postbacks-query.ts';

/** Which of our events becomes which of theirs, with what value and for which installs? */
export function PostbacksScreen() {
  const { project_id, role } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const accounts = useQuery(mapAccountsQuery(project_id));
  const maps = useQuery(eventMapsQuery(project_id));
  const failed = [accounts, maps].find((query) => query.isLoadingError);
  const isLoading = accounts.isPending || maps.isPending;
  return (
    <Page>
      <PageHeader
        level={2}
        title="What ad networks learn"
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
  return (
    <Card>
      <EmptyState
        icon={<ArrowLeftRight />}
        title="No ad network is connected yet"
        text="Connect an account with Meta, Google or TikTok, and choose here which of your events it is sent."
        action={
          <Button variant="primary" asChild>
            <Link to="/integrations">Connect a network</Link>
          </Button>
        }
      />
    </Card>
  );
}

function MapsLoading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <CardLoading className="h-56" lines={4} />
      <CardLoading className="h-56" lines={4} />
    </div>
  );
}
