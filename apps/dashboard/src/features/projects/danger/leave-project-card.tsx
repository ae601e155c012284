import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { removeMember } from '@trailmark/contract/members';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { isLastOwner } from '../../../project/is-last-owner.ts';
import { membersQuery } from '../../../project/members-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLeaveFor } from './use-leave-for.ts';

export function LeaveProjectCard() {
  const { project_id, name, role } = useProject();
  const { id } = useUser();
  const members = useQuery(membersQuery(project_id));
  const leaveFor = useLeaveFor();
  const [isConfirming, setIsConfirming] = useState(false);
  // Until the list is there, an owner is taken for the last one: the button must not promise too much.
  const stuck = role === 'owner' && (!members.data || isLastOwner(members.data, id));
  const leave = async () => {
    await call(removeMember, { query: { project_id, user_id: id } });
    await leaveFor(project_id, { title: `You left ${name}` });
  };
  return (
    <Card>
      <CardHeader
        title="Leave the project"
        description={`You lose access to ${name} at once. Someone has to invite you to come back.`}
        actions={
          <Button disabled={stuck} onClick={() => setIsConfirming(true)}>
            Leave project
          </Button>
        }
      />
      <CardBody className="pt-0">
        {stuck && members.isLoadingError && <LoadFailed what="the owners" query={members} />}
        {stuck && members.data && (
          <Notice tone="warn" title="You are the only owner">
            A project always has one. Make someone else an owner under{' '}
            <Link to="/settings/members" className="link">
              Members
            </Link>{' '}
            first, or delete the project.
          </Notice>
        )}
      </CardBody>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Leave ${name}?`}
        text="You lose access at once. What you created in the project is kept."
        confirmLabel="Leave project"
        onConfirm={leave}
      />
    </Card>
  );
}
