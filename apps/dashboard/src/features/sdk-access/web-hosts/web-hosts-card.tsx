import { useQuery } from '@tanstack/react-query';
import { MAX_WEB_HOSTS } from '@trailmark/contract/web-sdk';
import { ChevronDown, Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { AddHostDialog } from './add-host-dialog.tsx';
import { HostRow } from './host-row.tsx';
import { LocalhostSwitch } from './localhost-switch.tsx';
import { RefusedHosts } from './refused-hosts.tsx';
import { webHostsQuery } from './web-hosts-query.ts';

/** Which pages may send events? First for websites; an app that has one finds it folded. */
export function WebHostsCard() {
  const { project_id, platform, website } = useProject();
  const hosts = useQuery(webHostsQuery(project_id));
  const isWeb = platform === 'web';
  const [isOpen, setIsOpen] = useState(isWeb);
  const isUsed = Boolean(hosts.data?.hosts.length || hosts.data?.refused_hosts.length);
  if (!isWeb && !website && !isUsed) return null;
  return (
    <Card aria-busy={hosts.isPending}>
      <CardHeader
        title="Websites"
        description="Only pages of these hosts may send events. Each host has a token of its own, which goes into the snippet of its pages."
        actions={
          <>
            {isOpen && <AddHost count={hosts.data?.hosts.length} />}
            {!isWeb && (
              <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {isOpen ? 'Hide' : 'Show'}
                <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
              </Button>
            )}
          </>
        }
        className="pb-3"
      />
      {isOpen && <WebHosts />}
    </Card>
  );
}

function AddHost({ count }: { count: number | undefined }) {
  const mayEdit = useMay()('connections.edit');
  const [adding, setAdding] = useState(false);
  if (!mayEdit || !count) return null;
  return (
    <>
      <Button disabled={count >= MAX_WEB_HOSTS} onClick={() => setAdding(true)}>
        <Plus aria-hidden />
        Add a host
      </Button>
      {adding && <AddHostDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function WebHosts() {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const hosts = useQuery(webHostsQuery(project_id));
  if (hosts.isLoadingError) return <LoadFailed what="the hosts" query={hosts} />;
  return (
    <>
      {hosts.data?.hosts.length === 0 ? (
        <NoHost mayEdit={mayEdit} />
      ) : (
        <ListTable
          label="Whitelisted hosts"
          columns={['Host', { label: 'Last seen', wideOnly: true }, { label: 'Added', wideOnly: true }]}
          rows={hosts.data?.hosts}
          expected={1}
        >
          {(host) => (
            <HostRow key={host.token_id} host={host} script={hosts.data?.script ?? null} mayEdit={mayEdit} />
          )}
        </ListTable>
      )}
      {hosts.data && <RefusedHosts refused={hosts.data.refused_hosts} mayEdit={mayEdit} />}
      {hosts.data && <LocalhostSwitch allowed={hosts.data.allow_localhost} mayEdit={mayEdit} />}
    </>
  );
}

function NoHost({ mayEdit }: { mayEdit: boolean }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <EmptyState
        icon={<Globe />}
        title="No website may send events yet"
        text={
          mayEdit
            ? 'Add the host of your site, such as shop.example.com, and you get the snippet for its pages.'
            : 'An owner or admin can add the host of the site, which gives the snippet for its pages.'
        }
        action={mayEdit && <Button onClick={() => setAdding(true)}>Add a host</Button>}
        className="py-8"
      />
      {adding && <AddHostDialog onClose={() => setAdding(false)} />}
    </>
  );
}
