import { useQuery } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { domainsQuery } from '../../project/domains-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainCard } from './domain-card.tsx';
import { VerificationCards } from './verification-cards.tsx';

/** Do our links carry our own name, and do they open our app? */
export function DomainsScreen() {
  const { project_id, role } = useProject();
  const mayEdit = useMay()('connections.edit');
  const domains = useQuery(domainsQuery(project_id));
  const [adding, setAdding] = useState(false);
  return (
    <>
      {mayEdit && (
        <PageAction>
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add a domain
          </Button>
        </PageAction>
      )}
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
      {!mayEdit && (
        <Notice title="You can see these domains but not change them">
          Your role here is {role}. Owners and admins change domains.
        </Notice>
      )}
      {domains.isLoadingError && (
        <Card>
          <LoadFailed what="the domains" query={domains} />
        </Card>
      )}
      {domains.isPending && <DomainLoading />}
      {domains.data?.length === 0 && <NoDomain mayEdit={mayEdit} onAdd={() => setAdding(true)} />}
      {domains.data?.map((domain) => (
        <DomainCard key={domain.id} domain={domain} mayEdit={mayEdit} />
      ))}
      <VerificationCards domains={domains.data ?? []} mayEdit={mayEdit} />
    </>
  );
}

function NoDomain({ mayEdit, onAdd }: { mayEdit: boolean; onAdd: () => void }) {
  return (
    <Card>
      <CardHeader title="Link domains" />
      <EmptyState
        icon={<Globe />}
        title="Links use the address of this installation"
        text={
          mayEdit
            ? 'With a domain of your own, such as go.example.com, they carry your name and can open your app.'
            : 'With a domain of the team’s own they carry its name and can open its app. An owner or admin can add one.'
        }
        action={mayEdit && <Button onClick={onAdd}>Add a domain</Button>}
        className="py-8"
      />
    </Card>
  );
}

function DomainLoading() {
  return (
    <Card aria-busy="true" aria-label="Loading" className="p-4">
      <Skeleton className="mb-4 w-48" />
      <SkeletonText lines={5} className="max-w-[520px]" />
    </Card>
  );
}
