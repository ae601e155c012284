import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { CampaignMemberRow } from './campaign-member-row.tsx';
import { campaignMembersQuery } from './campaign-members-query.ts';
import { ShareForm } from './share-form.tsx';

const EXPECTED = 4;

/** Who can open this campaign? */
export function MembersTab({ campaignId }: { campaignId: string }) {
  const { project_id } = useProject();
  const members = useQuery(campaignMembersQuery(project_id, campaignId));
  return (
    <>
      <Card>
        <CardHeader
          title="Share this campaign"
          description="With somebody who should see it and no other: an agency, a creator, a partner. An address that is no member yet is invited as a guest."
        />
        <CardBody>
          <ShareForm campaignId={campaignId} />
        </CardBody>
      </Card>
      <Card aria-busy={members.isPending}>
        <CardHeader title="Who can open it" />
        {members.isLoadingError ? (
          <LoadFailed what="The members" query={members} />
        ) : (
          <Table label="Who can open this campaign">
            <TableHead>
              <TableRow>
                <TableHeaderCell>Person</TableHeaderCell>
                <TableHeaderCell>Why</TableHeaderCell>
                <TableHeaderCell>What they can do</TableHeaderCell>
                <TableHeaderCell>
                  <span className="sr-only">Actions</span>
                </TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {members.isPending && <SkeletonRows rows={EXPECTED} columns={4} />}
              {members.data?.map((member) => (
                <CampaignMemberRow key={member.email} member={member} campaignId={campaignId} />
              ))}
            </TableBody>
          </Table>
        )}
      </Card>
    </>
  );
}
