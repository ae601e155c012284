import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { useMayEditCampaign } from './campaign-permission.ts';
import { linksQuery } from './campaigns-query.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkRow } from './link-row.tsx';

interface LinksTabProps {
  campaignId: string;
  expected: number;
}

/** The ways into a campaign: one for each ad set, creative or poster that should be told apart. */
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
        <LoadFailed what="The links" query={links} />
      ) : (
        <Table label="Links">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-0">Active</TableHeaderCell>
              <TableHeaderCell>Link</TableHeaderCell>
              <TableHeaderCell>Ad set</TableHeaderCell>
              <TableHeaderCell>Creative</TableHeaderCell>
              <TableHeaderCell>Address</TableHeaderCell>
              <TableHeaderCell>Ends</TableHeaderCell>
              <TableHeaderCell className="w-0">
                <span className="sr-only">Actions</span>
              </TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {links.isPending && <SkeletonRows rows={Math.min(expected, 10)} columns={7} />}
            {links.data?.map((link) => (
              <LinkRow key={link.link_id} link={link} />
            ))}
          </TableBody>
        </Table>
      )}
      {adding && <LinkDialog campaignId={campaignId} onClose={() => setAdding(false)} />}
    </Card>
  );
}
