import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CampaignAccess,
  type CampaignMember,
  removeCampaignMember,
  updateCampaignMember,
} from '@trailmark/contract/sharing';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Select } from '../../../ui/select.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { personName } from '../../../words/person-name.ts';
import { ACCESS_OPTIONS, ACCESS_WORDS } from './access-options.ts';
import { campaignMembersQuery } from './campaign-members-query.ts';

interface CampaignMemberRowProps {
  member: CampaignMember;
  campaignId: string;
}

export function CampaignMemberRow({ member, campaignId }: CampaignMemberRowProps) {
  const { timezone } = useProject();
  const name = personName(member);
  return (
    <TableRow>
      <TableCell className="py-2">
        <div className="flex items-center gap-2.5">
          <Avatar size="md" name={name} />
          <div className="min-w-0">
            <p className="flex items-center gap-1.5 font-medium">
              {name}
              {member.user_id === null && <Tag tone="warn">Invite pending</Tag>}
            </p>
            {name !== member.email && <p className="text-sm text-text-2">{member.email}</p>}
          </div>
        </div>
      </TableCell>
      <TableCell className="text-text-2">
        {member.shared && member.shared_at ? (
          <>
            Shared <RelativeTime at={member.shared_at} timeZone={timezone} />
          </>
        ) : (
          `As ${member.role}, sees every campaign`
        )}
      </TableCell>
      <TableCell>
        {member.shared ? (
          <AccessSelect member={member} campaignId={campaignId} />
        ) : (
          ACCESS_WORDS[member.access]
        )}
      </TableCell>
      <TableCell className="text-right">
        {member.shared && <StopSharing member={member} campaignId={campaignId} />}
      </TableCell>
    </TableRow>
  );
}

function useRefreshMembers(campaignId: string): () => Promise<void> {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ queryKey: campaignMembersQuery(project_id, campaignId).queryKey });
}

/** Holds at once. */
function AccessSelect({ member, campaignId }: CampaignMemberRowProps) {
  const { project_id } = useProject();
  const refresh = useRefreshMembers(campaignId);
  const name = personName(member);
  const change = useMutation({
    mutationFn: (access: CampaignAccess) =>
      call(updateCampaignMember, {
        body: { project_id, campaign_id: campaignId, email: member.email, access },
      }),
    onSuccess: ({ access }) =>
      toast({
        title: access === 'edit' ? `${name} can edit this campaign` : `${name} can see this campaign`,
      }),
    onError: (error) => toastFailure(`What ${name} can do was not changed`, error),
    onSettled: refresh,
  });
  return (
    <Select
      size="sm"
      aria-label={`What ${name} can do`}
      className="w-28"
      options={ACCESS_OPTIONS}
      value={change.isPending ? change.variables : member.access}
      onValueChange={(access) => change.mutate(access)}
      disabled={change.isPending}
    />
  );
}

function StopSharing({ member, campaignId }: CampaignMemberRowProps) {
  const { project_id } = useProject();
  const refresh = useRefreshMembers(campaignId);
  const [isConfirming, setConfirming] = useState(false);
  const name = personName(member);
  const remove = async () => {
    await call(removeCampaignMember, { query: { project_id, campaign_id: campaignId, email: member.email } });
    toast({ title: `Not shared with ${name} any more` });
    await refresh();
  };
  return (
    <>
      <IconButton
        size="sm"
        side="left"
        label={`Stop sharing with ${name}`}
        onClick={() => setConfirming(true)}
      >
        <UserMinus aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Stop sharing with ${name}?`}
        text="They lose access to this campaign at once. They stay a guest of the project and keep whatever else is shared with them."
        confirmLabel="Stop sharing"
        onConfirm={remove}
      />
    </>
  );
}
