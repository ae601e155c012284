import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
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
          description="With an agency, a creator or a partner who should see this campaign and no other. Someone who is not a member yet is invited as a guest."
        />
        <CardBody>
          <ShareForm campaignId={campaignId} />
        </CardBody>
      </Card>
      <Card aria-busy={members.isPending}>
        <CardHeader title="Who can open it" />
        {members.isLoadingError ? (
          <LoadFailed what="the members" query={members} />
        ) : (
          <ListTable
            label="Who can open this campaign"
            columns={['Person', 'Why', 'What they can do']}
            rows={members.data}
            expected={EXPECTED}
          >
            {(member) => <CampaignMemberRow key={member.email} member={member} campaignId={campaignId} />}
          </ListTable>
        )}
      </Card>
    </>
  );
}
