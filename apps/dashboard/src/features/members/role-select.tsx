import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Member, updateRole } from '@trailmark/contract/members';
import { assignableRoles, ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useRefreshUser } from '../../api/session.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { personName } from '../../words/person-name.ts';
import { roleOptions } from './role-options.ts';

/** Changes a role on choosing; one's own only after a confirmation, since it may not be possible to take it back. */
export function RoleSelect({ member, isMe }: { member: Member; isMe: boolean }) {
  const { project_id, role: myRole } = useProject();
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const [newRole, setNewRole] = useState<Role | null>(null);
  const name = personName(member);
  const change = useMutation({
    mutationFn: (role: Role) => call(updateRole, { body: { project_id, user_id: member.user_id, role } }),
    onSuccess: async ({ role }) => {
      toast({
        title: isMe ? `You are now ${role}` : `${name} is now ${role}`,
        description: ROLE_SUMMARY[role],
      });
      if (isMe) await refreshUser().catch(() => undefined);
    },
    onError: (error) => toastFailure(`The role of ${name} was not changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey }),
  });
  return (
    <>
      <Select
        size="sm"
        aria-label={`Role of ${name}`}
        options={roleOptions(assignableRoles(myRole))}
        value={change.isPending ? change.variables : member.role}
        onValueChange={(role) => (isMe ? setNewRole(role) : change.mutate(role))}
        disabled={change.isPending}
        className="w-[110px]"
      />
      <ConfirmDialog
        open={newRole !== null}
        onOpenChange={(open) => !open && setNewRole(null)}
        tone="primary"
        title={`Make yourself ${newRole}?`}
        text={newRole ? `${ROLE_SUMMARY[newRole]} Only someone else can change it back.` : ''}
        confirmLabel="Change my role"
        onConfirm={() => newRole && change.mutateAsync(newRole)}
      />
    </>
  );
}
