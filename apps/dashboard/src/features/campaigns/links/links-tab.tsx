import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { linksQuery } from '../../../project/campaign-links-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useMayEditCampaign } from '../campaign-permission.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkRow } from './link-row.tsx';

interface LinksTabProps {
  campaignId: string;
  expected: number;
}

/** The ways into a campaign: one for each ad set, creative or poster that is reported separately. */
export function LinksTab({ campaignId, expected }: LinksTabProps) {
  const { project_id } = useProject();
  const mayEdit = useMayEditCampaign();
  const [adding, setAdding] = useState(false);
  const links = useQuery(linksQuery(project_id, campaignId));
  return (
    <Card aria-busy={links.isPending}>
      <CardHeader
        title="Links"
        description="All lead to the same destinations. Give each ad set, creative or poster a link of its own to separate them in reports."
        actions={
          mayEdit && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add a link
            </Button>
          )
        }
        className="pb-3"
      />
      {links.isLoadingError ? (
        <LoadFailed what="the links" query={links} />
      ) : (
        <ListTable
          label="Links"
          columns={['Active', 'Link', 'Ad set', 'Creative', 'Address', 'Ends']}
          rows={links.data}
          expected={Math.min(expected, 10)}
        >
          {(link) => <LinkRow key={link.link_id} link={link} />}
        </ListTable>
      )}
      {adding && <LinkDialog campaignId={campaignId} onClose={() => setAdding(false)} />}
    </Card>
  );
}
