import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useOpened } from '../../address/use-opened.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { membersQuery } from '../../project/members-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesCard } from './invites-card.tsx';
import { invitesQuery } from './invites-query.ts';
import { MembersTable } from './members-table.tsx';
import { RoleTable } from './role-table.tsx';

/** Who may see and change this project? */
export function MembersScreen() {
  const { project_id, members_count } = useProject();
  const mayEdit = useMay()('members.edit');
  const [inviting, setInviting] = useOpened('invite');
  const members = useQuery(membersQuery(project_id));
  const invites = useQuery(invitesQuery(project_id));
  const count = members.data?.length ?? members_count;
  return (
    <>
      {mayEdit && (
        <PageAction>
          <Button variant="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite people
          </Button>
        </PageAction>
      )}
      <InviteDialog open={inviting && mayEdit} onOpenChange={setInviting} />
      <Card aria-busy={members.isPending}>
        <CardHeader
          title={count ? `${count} ${count === 1 ? 'member' : 'members'}` : 'Members'}
          description={
            mayEdit
              ? 'A change of role applies at once.'
              : 'You can see the members. Owners and admins invite people and change roles.'
          }
        />
        {members.isLoadingError ? (
          <LoadFailed what="the members" query={members} />
        ) : (
          <MembersTable members={members.data ?? null} expected={members_count ?? 3} />
        )}
      </Card>
      <InvitesCard query={invites} mayEdit={mayEdit} onInvite={() => setInviting(true)} />
      <RoleTable />
    </>
  );
}
