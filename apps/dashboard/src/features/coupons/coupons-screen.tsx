import { useQuery } from '@tanstack/react-query';
import type { CouponNetwork } from '@trailmark/contract/coupons';
import { Plus, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CardLoading } from '../../ui/card-loading.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Select } from '../../ui/select.tsx';
import { networksQuery } from './coupons-query.ts';
import { GuideCard } from './guide-card.tsx';
import { NetworkCard } from './network-card.tsx';
import { AddNetworkDialog } from './network-dialogs.tsx';
import { PoolsCard } from './pools-card.tsx';
import { PostbackCard } from './postback-card.tsx';
import { ReportCard } from './report-card.tsx';

/** Which coupon and affiliate networks are there, what did they redeem, and what are they sent? */
export function CouponsScreen() {
  const { project_id, role } = useProject();
  const mayEdit = useMay()('connections.edit');
  const networks = useQuery(networksQuery(project_id));
  const [isAdding, setIsAdding] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const network = networks.data?.find((one) => one.ad_network_id === chosen) ?? networks.data?.[0];
  const add = () => setIsAdding(true);
  return (
    <Page className="max-w-[1180px]">
      <BackLink to="/integrations">All integrations</BackLink>
      <PageHeader
        level={2}
        title="Your networks"
        description="Codes of coupon networks that are credited when someone redeems them, and postbacks with macros to any affiliate network."
      />
      {mayEdit && (
        <PageAction>
          <Button variant="primary" onClick={add}>
            <Plus aria-hidden />
            Add a network
          </Button>
        </PageAction>
      )}
      {!mayEdit && (
        <Notice title="You can see these networks but not change them">
          Your role here is {role}. Owners and admins change networks.
        </Notice>
      )}
      {isAdding && <AddNetworkDialog onAdded={setChosen} onClose={() => setIsAdding(false)} />}
      {networks.isPending && <NetworksLoading />}
      {networks.isLoadingError && (
        <Card>
          <LoadFailed what="the networks" query={networks} />
        </Card>
      )}
      {networks.data?.length === 0 && <NoNetwork mayEdit={mayEdit} onAdd={add} />}
      {networks.data && networks.data.length > 1 && network && (
        <Field label="Network" className="max-w-[360px]">
          <Select
            options={networks.data.map(({ ad_network_id, name }) => ({ value: ad_network_id, label: name }))}
            value={network.ad_network_id}
            onValueChange={setChosen}
          />
        </Field>
      )}
      {network && <OneNetwork key={network.ad_network_id} network={network} mayEdit={mayEdit} />}
    </Page>
  );
}

function OneNetwork({ network, mayEdit }: { network: CouponNetwork; mayEdit: boolean }) {
  return (
    <>
      <NetworkCard network={network} mayEdit={mayEdit} />
      <PoolsCard adNetworkId={network.ad_network_id} />
      <ReportCard adNetworkId={network.ad_network_id} />
      <PostbackCard network={network} mayEdit={mayEdit} />
      <GuideCard network={network} />
    </>
  );
}

/** A network, its pools and its report. */
function NetworksLoading() {
  return (
    <section aria-busy="true" aria-label="Networks" className="grid gap-4">
      <CardLoading className="h-[340px] sm:h-[268px]" lines={5} />
      <CardLoading className="h-[250px] sm:h-[186px]" lines={4} />
      <CardLoading className="h-[310px] sm:h-[236px]" lines={4} />
    </section>
  );
}

function NoNetwork({ mayEdit, onAdd }: { mayEdit: boolean; onAdd: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<TicketPercent />}
        title="No network yet"
        text={
          mayEdit
            ? 'Add a network to get its key and secret, then give it pools of codes.'
            : 'Codes and redemptions appear here once an owner or admin has added a network.'
        }
        action={mayEdit && <Button onClick={onAdd}>Add a network</Button>}
      />
    </Card>
  );
}
