import { useQueryClient } from '@tanstack/react-query';
import { type Member, removeMember } from '@trailmark/contract/members';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { personName } from '../../words/person-name.ts';

interface RemoveMemberDialogProps {
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RemoveMemberDialog({ member, open, onOpenChange }: RemoveMemberDialogProps) {
  const { project_id, name: projectName } = useProject();
  const queryClient = useQueryClient();
  const name = personName(member);
  const remove = async () => {
    await call(removeMember, { query: { project_id, user_id: member.user_id } });
    toast({ title: `${name} was removed`, description: `They no longer have access to ${projectName}.` });
    await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${name}?`}
      text={`They lose access to ${projectName} at once. What they created is kept. You can invite them again.`}
      confirmLabel="Remove"
      onConfirm={remove}
    />
  );
}
