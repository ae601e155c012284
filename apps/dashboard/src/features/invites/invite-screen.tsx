import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { acceptInvite } from '@trailmark/contract/members';
import { useState } from 'react';
import { useFragment } from '../../address/use-fragment.ts';
import { call } from '../../api/client.ts';
import { LinkFailed, LinkIncomplete } from '../../failures/link-failed.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InviteAnswer } from './invite-answer.tsx';
import { InviteCard } from './invite-card.tsx';

const SPENT_INVITE = {
  title: 'This invite no longer works',
  text: 'It was accepted, revoked, sent again or has expired. Ask the person who invited you for a new one.',
  action: 'Go to sign-in',
};

/** Who invites me, and do I want to join? */
export function InviteScreen() {
  const token = useFragment('token');
  const [accepted, setAccepted] = useState(false);
  // A new session empties the cache; an invite that was accepted must not be looked at again then.
  const look = useQuery({
    queryKey: ['invite', token],
    queryFn: () => call(acceptInvite, { body: { token: token ?? '' } }),
    enabled: token !== null && !accepted,
    retry: false,
    gcTime: 0,
  });
  if (token === null) {
    return <LinkIncomplete text="Open the link in your invitation once more." action="Go to sign-in" />;
  }
  if (look.isError) {
    const retry = () => void look.refetch();
    return <LinkFailed error={look.error} spent={SPENT_INVITE} onRetry={retry} retrying={look.isFetching} />;
  }
  if (look.isPending) return <InviteLoading />;
  const invite = look.data;
  if (invite.status === 'accepted')
    return <Navigate to="/overview" search={{ p_id: invite.project_id }} replace />;
  return (
    <CenteredPage className="max-w-[420px]" title={`Join ${invite.project_name}`}>
      <InviteCard
        email={invite.email}
        projectName={invite.project_name}
        role={invite.role}
        invitedBy={invite.invited_by}
      />
      <InviteAnswer
        token={token}
        email={invite.email}
        projectName={invite.project_name}
        hasAccount={invite.has_account}
        isMe={invite.is_me}
        onAccepted={() => setAccepted(true)}
        onSignedOut={() => void look.refetch()}
      />
    </CenteredPage>
  );
}

function InviteLoading() {
  return (
    <CenteredPage className="max-w-[420px]" title="Your invitation">
      <div role="status" aria-label="Loading" className="grid gap-6">
        <Skeleton className="h-[168px] rounded-lg" />
        <Skeleton className="h-control-lg rounded-sm" />
      </div>
    </CenteredPage>
  );
}
