import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Invite, resendInvite, revokeInvite } from '@trailmark/contract/members';
import { mayChangeMember } from '@trailmark/contract/permissions';
import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { invitesQuery } from './invites-query.ts';

export function InviteRow({ invite, mayEdit }: { invite: Invite; mayEdit: boolean }) {
  const { role: myRole, timezone } = useProject();
  const changeable = mayEdit && mayChangeMember(myRole, invite.role);
  return (
    <TableRow>
      <TableCell className="font-medium">{invite.email}</TableCell>
      <TableCell className="capitalize">{invite.role}</TableCell>
      <TableCell className="text-text-2">{invite.invited_by}</TableCell>
      <TableCell className="text-text-2">
        <RelativeTime at={invite.sent_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-text-2">
        {invite.expired ? (
          <Tag tone="warn">Expired</Tag>
        ) : (
          <RelativeTime at={invite.expires_at} timeZone={timezone} />
        )}
      </TableCell>
      <TableCell className="text-right">{changeable && <InviteActions invite={invite} />}</TableCell>
    </TableRow>
  );
}

function InviteActions({ invite }: { invite: Invite }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitesQuery(project_id).queryKey });
  const which = { project_id, invite_id: invite.id };
  const resend = useMutation({
    mutationFn: () => call(resendInvite, { body: which }),
    onSuccess: () =>
      toast({ title: `Sent to ${invite.email} again`, description: 'The previous link no longer works.' }),
    onError: (error) => toastFailure(`The invite of ${invite.email} was not sent again`, error),
    onSettled: refresh,
  });
  const revoke = async () => {
    await call(revokeInvite, { query: which });
    toast({ title: `The invite of ${invite.email} was revoked` });
    await refresh();
  };
  return (
    <div className="flex justify-end">
      <IconButton
        size="sm"
        side="left"
        label={`Send the invite of ${invite.email} again`}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        <RotateCw aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        side="left"
        label={`Revoke the invite of ${invite.email}`}
        onClick={() => setRevoking(true)}
      >
        <X aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title="Revoke this invite?"
        text={`The link that ${invite.email} got stops working. You can invite the address again.`}
        confirmLabel="Revoke"
        onConfirm={revoke}
      />
    </div>
  );
}
