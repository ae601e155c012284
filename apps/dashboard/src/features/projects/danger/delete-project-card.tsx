import { useQueryClient } from '@tanstack/react-query';
import { deleteProject, RESTORE_DAYS } from '@trailmark/contract/projects';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../words/format-instant.ts';
import { deletedProjectsQuery } from '../deleted-projects.tsx';
import { useLeaveFor } from './use-leave-for.ts';

export function DeleteProjectCard() {
  const { project_id, name } = useProject();
  const allowed = useMay()('project.delete');
  const queryClient = useQueryClient();
  const leaveFor = useLeaveFor();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = async () => {
    const { removal_at } = await call(deleteProject, { query: { project_id, confirm_name: name } });
    await leaveFor(project_id, {
      title: `${name} is deleted`,
      description: `You can restore it until ${formatDate(removal_at)}, on your account page.`,
    });
    await queryClient.invalidateQueries({ queryKey: deletedProjectsQuery.queryKey });
  };
  return (
    <Card tone="danger">
      <CardHeader
        title="Delete the project"
        description={`Links stop working, data collection ends and members lose access. An owner can restore it for ${RESTORE_DAYS} days; then it is removed for good.`}
        actions={
          allowed && (
            <Button variant="danger" onClick={() => setIsConfirming(true)}>
              Delete project
            </Button>
          )
        }
      />
      <CardBody className="pt-0 text-sm text-text-2">
        {!allowed && <p>Only an owner can delete the project.</p>}
      </CardBody>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Delete ${name}?`}
        text={`Everyone loses access at once. You can restore it for ${RESTORE_DAYS} days; after that its data is gone for good.`}
        confirmLabel="Delete project"
        typeToConfirm={name}
        onConfirm={remove}
      />
    </Card>
  );
}
